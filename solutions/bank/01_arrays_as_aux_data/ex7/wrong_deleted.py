# belief: error
# score: 0.0
# why: deletes the class and hopes that nothing is checked.
class Interval:
    def __init__(self, low, high, unit):
        self.low, self.high, self.unit = low, high, unit


del Interval
