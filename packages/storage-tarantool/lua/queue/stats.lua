--- The statistics of all queues.
local limits = require('queue.limits')
local rows = require('queue.rows')
local schema = require('queue.schema')
local task = require('queue.task')

local STATE = schema.STATE
local M = {}

--- The first of each priority has its earliest start: one step a priority in use.
local function oldest_ready(queue)
    local oldest
    local row = rows.first_ready(queue, 0)
    while row ~= nil do
        oldest = math.min(oldest or row.time, row.time)
        row = rows.first_ready(queue, row.priority + 1)
    end
    return oldest
end

--- Moves what is due in all queues, within bounds. Returns the queues.
function M.advance(now)
    local budget = 10 * limits.moves
    local queues = {}
    for i, row in ipairs(box.space.queue_stat:select()) do
        queues[i] = tonumber(row[1])
        if budget > 0 and not task.advance(queues[i], now) then budget = budget - limits.moves end
    end
    return queues
end

--- One row a queue: the stored one, then the oldest start among the ready and the next among the
-- delayed, or null.
function M.rows(queues)
    local list = {}
    for i, queue in ipairs(queues) do
        local row = box.space.queue_stat:get(queue):totable()
        local _, next_start = rows.first(queue, STATE.DELAYED)
        row[#row + 1] = oldest_ready(queue) or box.NULL
        row[#row + 1] = next_start or box.NULL
        list[i] = row
    end
    return { #list, list }
end

return M
