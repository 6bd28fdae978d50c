--- The storage's own time, in whole milliseconds. It never runs backwards.
--
-- Two scales that start together. `lease` is monotonic time plus the offset of the start and is never
-- synchronised again: a jump of the wall clock neither ends nor extends a lease. `wall`, for start
-- times and expiry, follows the wall clock, but gains or loses at most a tenth of the time that passes.
local clock = require('clock')

local M = {}

local SLEW = 0.1

--- Where time comes from, in milliseconds; tests put another one here.
M.source = {
    monotonic = function() return clock.monotonic() * 1000 end,
    realtime = function() return clock.realtime() * 1000 end,
    --- The seconds a fiber may sleep until something due in `ms`.
    pause = function(ms) return ms / 1000 end,
}

local start_monotonic, start_time
local last_monotonic, last_wall

--- Begins at the later of the wall clock and `persisted`, the last time that was written down.
function M.start(persisted)
    start_monotonic = M.source.monotonic()
    start_time = math.max(math.floor(M.source.realtime()), persisted)
    last_monotonic, last_wall = start_monotonic, start_time
end

--- The moment as `wall, lease`.
function M.now()
    local monotonic = M.source.monotonic()
    local passed = monotonic - last_monotonic
    if passed > 0 then
        local error_ms = M.source.realtime() - (last_wall + passed)
        local limit = passed * SLEW
        last_wall = last_wall + passed + math.max(-limit, math.min(limit, error_ms))
        last_monotonic = monotonic
    end
    return math.floor(last_wall), start_time + math.floor(monotonic - start_monotonic)
end

return M
