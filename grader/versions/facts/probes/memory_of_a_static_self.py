"""An object that was a static self; the object, its class and the jitted function are gone: does jax.clear_caches() free it?

symptom: memory that grows with every object that was ever a static argument
portable: pass arrays as arguments, or make the class a pytree
"""
import gc
import weakref

import jax


def ghost():
    class Amp:
        def play(self, y):
            return y

    amp = Amp()
    jax.jit(Amp.play, static_argnums=0)(amp, 3)
    return weakref.ref(amp)


def observe():
    left = ghost()
    jax.clear_caches()
    gc.collect()
    return "freed" if left() is None else "alive"
