# belief: error
# score: 0
# why: The class is gone.
RunningStats = None
del RunningStats
