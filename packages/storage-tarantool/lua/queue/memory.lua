--- Refuses new tasks above the high-water mark (85 % by default, and always two slabs below the limit), so that there is always room to take, retry and settle
-- those that are there: every change of state allocates a tuple before it frees one.
local fail = require('queue.fail')
local limits = require('queue.limits')

local M = {}

--- What a small task costs beside its payload: the tuple and its place in two indexes, rounded up.
local TASK_BYTES = 256
--- Bytes that may still be put before the arena is looked at again; a look costs a microsecond.
local allowance = 0

--- Tuples and indexes take memory by slabs of their own, so the last slab of one is no use to the other.
local SLAB_BYTES = 16 * 1024 * 1024

local function look()
    local info = box.slab.info()
    local quota, used = tonumber(info.quota_size), tonumber(info.arena_used)
    local mark = math.min(quota * limits.high_water, quota - 2 * SLAB_BYTES)
    if used >= mark then
        allowance = 0
        fail.raise('STORAGE_FULL', '%.0f %% of the memory are in use, and new tasks are refused above %.0f %%; '
            .. 'more tasks are accepted when some are done, or with more memtx_memory than %.0f bytes',
            100 * used / quota, 100 * mark / quota, quota)
    end
    allowance = (mark - used) / 2
end

--- Says that this many bytes of payloads will be stored, or throws.
function M.claim(bytes, tasks)
    local size = bytes + (tasks or 1) * TASK_BYTES
    if size > allowance then look() end
    allowance = allowance - size
end

return M
