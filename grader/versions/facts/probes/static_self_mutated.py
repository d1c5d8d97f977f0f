"""A static self with == and hash by value, changed after its first call; then a fresh object of the new value, and one of the old.

symptom: old answers, even for a fresh object that was never changed (right is 6, 30, 30, 6)
portable: never change an object that was a static argument
"""
import jax


class Amp:
    def __init__(self, gain):
        self.gain = gain

    def __eq__(self, other):
        return self.gain == other.gain

    def __hash__(self):
        return hash(self.gain)

    def play(self, y):
        return self.gain * y


def observe():
    fast, amp = jax.jit(Amp.play, static_argnums=0), Amp(2)
    first = int(fast(amp, 3))
    amp.gain = 10
    return [first, int(fast(amp, 3)), int(fast(Amp(10), 3)), int(fast(Amp(2), 3))]
