# The hidden inputs must not come back to the learner. The answers are right unless they say the inputs in another
# way.
#
# kind: leaks
# answers: right

# %% prints_its_inputs: graded, 6 points
def total(v, k):
    print('leak', v, k)
    return v.sum() * k

# %% raises_its_inputs: graded, 4 points
def total(v, k):
    raise ValueError(f'leak {v.tolist()} {k}')

# %% raises_its_inputs_as_a_class: review, 4 points
def total(v, k):
    raise type(f'E{v.tolist()[0]}', (Exception,), {})

# %% returns_its_inputs: graded, 4 points
def total(v, k):
    return f'leak {v} {k}'

# %% warns_of_its_inputs: graded, 6 points
import warnings
def total(v, k):
    warnings.warn(f'leak {v}')
    return v.sum() * k

# %% displays_its_inputs: graded, 6 points
from IPython.display import display
def total(v, k):
    display(v)
    return v.sum() * k

# %% keeps_its_inputs: graded, 6 points
# %% [first]
kept = []
#.
# %% [ex1]
def total(v, k):
    kept.append((v, k))
    return v.sum() * k
# %% [last]
print('leak', kept)

# %% keeps_its_inputs_in_disguise: graded, 6 points
# %% [first]
kept = []
#.
# %% [ex1]
def total(v, k):
    kept.append(str(v)[::-1])
    return v.sum() * k
# %% [last]
for s in kept:
    print('leak', s[::-1])

# %% keeps_its_inputs_in_a_file: review, 4 points
# %% [ex1]
def total(v, k):
    open('/tmp/kept', 'a').write(str(v))
    return v.sum() * k
# %% [last]
print('leak', open('/tmp/kept').read())

# %% prints_all_cells: graded, 6 points
# %% [last]
print(In, Out)
for s in In:
    print(s)

# %% prints_the_source_of_the_check: review, 4 points
# %% [ex1]
import inspect, linecache
def total(v, k):
    for f in inspect.stack():
        print(inspect.getsource(f.frame))
    return v.sum() * k
# %% [last]
for n, c in list(linecache.cache.items())[:50]:
    print(n, c)

# %% exits_with_its_inputs: graded, 4 points
def total(v, k):
    raise SystemExit(f'leak {v.tolist()}')

# %% raises_its_inputs_as_too_large: review, 4 points
def total(v, k):
    raise type('TooLarge', (Exception,), {})(f'leak {v.tolist()}')

# %% raises_its_inputs_as_an_error: review, 4 points
def total(v, k):
    raise type(f'leak_{v.tolist()[0]}_Error', (ValueError,), {})

# %% raises_its_inputs_in_a_later_cell: graded, 4 points
# %% [first]
kept = []
#.
# %% [ex1]
def total(v, k):
    kept.append(v.tolist())
    raise ValueError
# %% [last]
raise ValueError(str(kept))

# %% names_its_error_after_its_inputs: graded, 4 points
class E(ValueError):
    pass
def total(v, k):
    E.__name__ = E.__qualname__ = f'leak_{v.tolist()[0]}_Error'
    raise E

# %% spends_time_by_its_inputs: graded, 6 points
import time
def total(v, k):
    time.sleep(float(k) / 100)
    return v.sum() * k
