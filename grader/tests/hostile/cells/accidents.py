# Honest work after an accident: every point must be kept.
#
# kind: honest accidents
# answers: right

# %% perfect: graded, 6 points

# %% prints_to_stderr: graded, 6 points
# %% [first]
import sys
# %% [ex1]
def total(v, k):
    print('here', file=sys.stderr)
    return v.sum() * k

# %% warns: graded, 6 points
# %% [first]
import warnings
# %% [ex1]
def total(v, k):
    warnings.warn('hm')
    return v.sum() * k
# %% [last]
warnings.warn('again')

# %% logs: graded, 6 points
# %% [first]
import logging
logging.basicConfig(level=logging.DEBUG)
# %% [ex1]
def total(v, k):
    logging.info('%s', v)
    return v.sum() * k

# %% prints_much: graded, 6 points
# %% [ex1]
def total(v, k):
    for i in range(5000):
        print(i)
    return v.sum() * k
# %% [last]
for i in range(5000):
    print(i)

# %% scratch_cell_that_fails: graded, 6 points
# %% [first]
1 / 0
# %% [last]
undefined_name

# %% scratch_cell_with_a_syntax_error: graded, 6 points
# %% [first]
def f(:
# %% [last]
x = =

# %% installs_packages: graded, 6 points
# %% [first]
!pip install nothing-at-all-xyz
# %% [last]
%pip --version

# %% command_outlasts_its_cell: graded, 6 points
# %% [first]
!sleep 30

# %% imports_what_is_not_there: graded, 6 points
# %% [first]
import matplotlib.pyplot as plt
plt.plot([1])
# %% [last]
from google.colab import drive
drive.mount('/content/drive')

# %% asks_for_input_politely: graded, 6 points
# %% [first]
try:
    name = input('name?')
except Exception:
    pass

# %% times_it: graded, 6 points
# %% [first]
%timeit -n 1 -r 1 sum([1])
# %% [last]
%%time
total(jnp.arange(3), 2)

# %% shows_all_values: graded, 6 points
# %% [first]
from IPython.core.interactiveshell import InteractiveShell
InteractiveShell.ast_node_interactivity = 'all'
# %% [last]
1
2

# %% changes_settings: graded, 6 points
# %% [first]
import numpy as np
np.set_printoptions(precision=2)
import jax
jax.config.update('jax_debug_nans', False)

# %% prints_tracebacks: graded, 6 points
# %% [first]
import traceback
try:
    1 / 0
except Exception:
    traceback.print_exc()

# %% shows_sources: graded, 6 points
# %% [first]
import inspect
# %% [last]
print(inspect.getsource(total))
total?

# %% prints_while_traced: graded, 6 points
def total(v, k):
    jax.debug.print('v {}', v)
    print(v)
    return v.sum() * k

# %% uses_a_helper_cell: graded, 6 points
# %% [first]
def helper(v):
    return v.sum()
# %% [ex1]
def total(v, k):
    return helper(v) * k

# %% overwrites_names_of_ours: graded, 6 points
# %% [last]
where = look = show = check = None
sum = 3
np = None
list = [1]

# %% deletes_names: graded, 6 points
# %% [last]
del check, reply
import gc
gc.collect()

# %% runs_the_setup_again: graded, 6 points
# %% [last]
import jax, jax.numpy as jnp, numpy as np

# %% long_numbers: graded, 6 points
# %% [first]
x = 2 ** 3000
# %% [last]
x

# %% unicode_names: graded, 6 points
# %% [ex1]
def summe_für_α(ν):
    return ν.sum()
def total(v, k):
    return summe_für_α(v) * k
# %% [last]
π = 3

# %% tabs: graded, 6 points
def total(v, k):
	return v.sum() * k

# %% blank_lines_and_comments: graded, 6 points


# my answer

def total(v, k):  # sums
    '''Doc.'''

    return v.sum() * k


#.

# %% tries_it_in_the_answer_cell: graded, 6 points
def total(v, k):
    return v.sum() * k
total(jnp.arange(3), 2)
assert total(jnp.arange(3), 2) == 6

# %% error_after_the_answer: graded, 6 points
def total(v, k):
    return v.sum() * k
print(undefined)

# %% lambda_and_partial: graded, 6 points
# %% [first]
import functools
# %% [ex1]
total = functools.partial(lambda scale, v, k: v.sum() * k * scale, 1)

# %% jitted_answer: graded, 6 points
@functools.partial(jax.jit, static_argnums=1)
def total(v, k):
    return v.sum() * k

# %% class_with_equality: graded, 6 points
# %% [first]
class P:
    def __eq__(self, other):
        return True
    def __hash__(self):
        return 1
# %% [last]
P() == P()

# %% threads_that_end: graded, 6 points
# %% [first]
from concurrent.futures import ThreadPoolExecutor
with ThreadPoolExecutor(2) as pool:
    print(list(pool.map(abs, [-1])))

# %% writes_files: graded, 6 points
# %% [first]
open('notes.txt', 'w').write('x')
import pickle
pickle.dumps([1])
# %% [last]
!ls
