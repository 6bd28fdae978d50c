--- Flat lists of leases as clients send them: `[id, lease, …, id, lease, …]`, some values an entry.
local check = require('queue.check')
local limits = require('queue.limits')
local settle = require('queue.settle')

local M = {}

--- Settles one lease by `act(row, now, values…)`, if it still holds its task.
local function by(act)
    return function(id, lease, now, a, b, c)
        local row = settle.held(id, lease, now)
        if row == nil then return false end
        act(row, now, a, b, c)
        return true
    end
end

--- How each kind is settled: values an entry, and `settle(id, lease, now, values…)`: whether it was held.
M.KINDS = {
    done = { stride = 2, settle = settle.done_lease },
    release = { stride = 2, settle = by(settle.release) },
    touch = {
        stride = 3,
        settle = by(function(row, now, visibility_ms)
            settle.touch(row, now, check.integer(visibility_ms, 'visibility_ms', 1, limits.time_ms))
        end),
    },
    bury = {
        stride = 3,
        settle = by(function(row, now, error_text)
            settle.bury(row, now, check.text(error_text, 'error', limits.error_bytes))
        end),
    },
    retry = {
        stride = 5,
        settle = by(function(row, now, start_time, delay_ms, error_text)
            local start = check.optional_time(start_time, 'start_time')
                or now.wall + check.time(delay_ms, 'delay_ms')
            settle.retry(row, now, start, check.optional_text(error_text, 'error', limits.error_bytes))
        end),
    },
}

--- The id of the first lease of the list that holds its task no more, or `nil`.
function M.first_lost(kind, flat, now)
    local stride = M.KINDS[kind].stride
    for at = 1, check.list(flat, kind, stride) * stride, stride do
        local id = check.id(flat[at])
        if settle.held(id, check.id(flat[at + 1]), now) == nil then return id end
    end
end

--- Settles those that are still held: `[how many, the positions of the rest]`. Without closures: this
-- loop is to be compiled.
function M.settle_all(now, kind, flat)
    local stride, act = M.KINDS[kind].stride, M.KINDS[kind].settle
    local count = check.list(flat, kind, stride)
    local lost = {}
    for position = 0, count - 1 do
        local at = position * stride
        local id, lease = check.id(flat[at + 1]), check.id(flat[at + 2])
        if not act(id, lease, now, flat[at + 3], flat[at + 4], flat[at + 5]) then lost[#lost + 1] = position end
    end
    return { count - #lost, lost }
end

return M
