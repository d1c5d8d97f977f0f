# belief: error
# score: 0
# why: The class is gone.
import dataclasses
