# belief: error
# score: 0.0
# why: deletes the class and hopes that nothing is checked.
class Standardizer:
    def __init__(self, mean, scale, names, mode):
        if np.any(np.asarray(scale) <= 0):
            raise ValueError("every scale must be positive")
        self.mean, self.scale = mean, scale
        self.names, self.mode = tuple(names), mode

    def __call__(self, rows):
        return (rows - self.mean) / self.scale if self.mode == "apply" else rows * self.scale + self.mean


del Standardizer
