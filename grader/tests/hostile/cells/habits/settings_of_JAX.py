# Honest habits: settings of JAX. Every file here is right, and must get its points without a second look; those that
# go to a person say why a teacher finds that fair.
#
# kind: honest habits
# answers: right

# %% x64_in_the_answer: graded, 6 points
#: Somebody turns 64 bits on at the top of the answer, and keeps the dtype.
jax.config.update("jax_enable_x64", True)

def total(v, k):
    return jnp.sum(v, dtype=v.dtype) * k

# %% settings_left_on: graded, 6 points
#: Somebody turns everything on that explains what JAX does, and never off.
# %% [first]
jax.config.update('jax_transfer_guard', 'log')
jax.config.update('jax_numpy_rank_promotion', 'raise')
# %% [ex1]
jax.config.update("jax_log_compiles", True)
jax.config.update("jax_explain_cache_misses", True)
jax.config.update("jax_traceback_filtering", "off")

def total(v, k):
    return jnp.sum(v) * k

# %% config_imported_by_name: graded, 6 points
#: Somebody imports config, in the old way.
from jax import config
config.update("jax_debug_nans", True)
config.update("jax_default_matmul_precision", "float32")

def total(v, k):
    return jnp.sum(v) * k

# %% disables_jit_to_look: graded, 6 points
#: Somebody looks without jit, in a block and by the setting.
# %% [ex1]
def total(v, k):
    with jax.named_scope("total"):
        return jnp.sum(v) * k

with jax.disable_jit():
    print(jax.jit(lambda v: total(v, 2))(jnp.arange(3)))
with jax.log_compiles(), jax.checking_leaks(), jax.default_matmul_precision("float32"):
    print(total(jnp.arange(3), 2))
# %% [between]
jax.config.update('jax_disable_jit', True)
