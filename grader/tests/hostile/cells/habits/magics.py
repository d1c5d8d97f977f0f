# Honest habits: magics. Every file here is right, and must get its points without a second look; those that go to a
# person say why a teacher finds that fair.
#
# kind: honest habits
# answers: right

# %% times_the_whole_answer: graded, 6 points
#: Somebody puts %%time on top of every cell.
# %% [ex1]
%%time
def total(v, k):
    return jnp.sum(v) * k

total(jnp.arange(1000), 3)
# %% [ex2]
%%time

def twice(f):
    return lambda x: f(f(x))

# %% captures_the_output: graded, 6 points
#: Somebody hides the output of an answer with %%capture.
%%capture out
def total(v, k):
    return jnp.sum(v) * k

print(total(jnp.arange(3), 2))

# %% times_below_the_answer: graded, 6 points
#: Somebody measures below the function, and keeps what was measured.
def total(v, k):
    return jnp.sum(v) * k

x = jnp.arange(1000)
%timeit -n 1 -r 1 total(x, 3).block_until_ready()
%time y = total(x, 3)
timing = %timeit -o -q -n 1 -r 1 total(x, 3)
print(y, timing.average)

# %% header_of_magics: graded, 6 points
#: Somebody begins every cell with the same four magics.
# %% [ex1]
%load_ext autoreload
%autoreload 2
%matplotlib inline
%config InlineBackend.figure_format = "retina"

def total(v, k):
    return jnp.sum(v) * k
# %% [ex2]
%reload_ext autoreload
%config InteractiveShell.ast_node_interactivity = "all"
def twice(f):
    return lambda x: f(f(x))

# %% loads_an_extension_that_is_not_there: graded, 6 points
#: Somebody's own set-up has tensorboard and a formatter; they load above the function.
# %% [ex1]
%load_ext tensorboard
%load_ext nb_black
def total(v, k):
    return jnp.sum(v) * k
# %% [last]
%tensorboard --logdir runs

# %% installs_in_the_answer: graded, 6 points
#: Somebody on Colab installs what is missing in the cell that needs it.
!pip install -q equinox
%pip install --quiet jax
import equinox as eqx

def total(v, k):
    return jnp.sum(v) * k

# %% installs_if_the_import_fails: graded, 6 points
#: Somebody installs inside `except ImportError`, as Colab's notebooks do.
# %% [ex2]
try:
    import equinox as eqx
except ImportError:
    !pip install -q equinox
    import equinox as eqx

def twice(f):
    return lambda x: f(f(x))

# %% looks_at_the_machine: graded, 6 points
#: Somebody looks which GPU there is, in the answer.
!nvidia-smi
def total(v, k):
    return jnp.sum(v) * k
!cat /proc/cpuinfo | head -3

# %% keeps_a_listing: graded, 6 points
#: Somebody keeps the output of a command in a variable and prints it above the function.
files = !ls
print(len(files), "files here")

def total(v, k):
    return jnp.sum(v) * k

# %% asks_by_question_mark: graded, 6 points
#: Somebody reads the help in the answer cell.
jnp.sum?
?jnp.cumsum
def total(v, k):
    return jnp.sum(v) * k
total??

# %% pastes_an_exported_script: graded, 6 points
#: Somebody worked in a .py that nbconvert made, and pastes it back.
#!/usr/bin/env python
# coding: utf-8

# In[7]:


get_ipython().run_line_magic('matplotlib', 'inline')


# In[8]:


def total(v, k):
    return jnp.sum(v) * k


# In[ ]:


get_ipython().run_line_magic('timeit', '-n 1 -r 1 total(jnp.arange(3), 2)')
get_ipython().system('ls')

# %% environment_by_magic: graded, 6 points
#: Somebody sets JAX's environment with %env.
%env JAX_TRACEBACK_FILTERING=off
%env XLA_PYTHON_CLIENT_PREALLOCATE=false
def total(v, k):
    return jnp.sum(v) * k

# %% cells_in_other_languages: graded, 6 points
#: Somebody keeps notes in bash, HTML and LaTeX cells, and looks around in the shell.
# %% [first]
%%bash
echo hello
# %% [first]
%%html
<b>notes</b>
# %% [first]
%%latex
$x^2$
# %% [first]
%%writefile notes_of_mine.txt
ask about jit
# %% [between]
%cd /tmp
# %% [between]
%who
# %% [between]
%history -n 1-2
# %% [between]
%lsmagic
# %% [last]
%reset -f
