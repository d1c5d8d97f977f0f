# Right answers of somebody who tampers all the same: a person looks at the exercise in which it is done.
#
# kind: tampering in the kernel
# answers: right
# code: above

# %% [every predict1]
prediction1 = None

# %% right_but_patches_jax: review, 3 points
import jax
old = jax.jit
jax.jit = lambda f, *a, **k: old(f, *a, **k)

# %% right_but_walks_frames: review, 3 points
import inspect
inspect.stack()

# %% right_but_hooks_cells: review, 3 points
get_ipython().events.register('post_execute', lambda *a: None)
