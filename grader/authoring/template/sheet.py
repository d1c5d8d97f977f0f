# %% [markdown]
# # Practice sheet NN: write its title here
#
# 5 minutes. Say in a sentence or two what is practised. Run the next cell first.

# %% tags=["setup"]
# the instruments, put in by the build

# %% [markdown]
# ## Exercises  (5 minutes)
