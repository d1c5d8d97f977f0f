# Honest habits: habits that a person looks at. Every file here is right, and must get its points without a second
# look; those that go to a person say why a teacher finds that fair.
#
# kind: honest habits
# answers: right

# %% reduction_by_name: review, 4 points
#: Somebody picks the reduction by a name from a list. A teacher finds it fair: a computed name reaches anything in a
#: library, and the text does not tell what.
OPERATIONS = ["prod", "sum"]

def total(v, k):
    return getattr(jnp, OPERATIONS[-1])(v) * k

# %% globals_as_a_table: review, 4 points
#: Somebody finds functions in globals(). A teacher finds it fair: every name of the notebook is within reach, those of
#: the checks among them.
def by_sum(v):
    return jnp.sum(v)

def total(v, k):
    return globals()["by_" + "sum"](v) * k

# %% prints_who_calls: review, 3 points
#: Somebody prints the line that calls. A teacher finds it fair: frames are the way to what a check knows.
# %% [ex2]
import inspect

def twice(f):
    def g(x):
        print("called from line", inspect.currentframe().f_back.f_lineno)
        return f(f(x))
    return g
