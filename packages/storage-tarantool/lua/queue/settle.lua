--- What the holder of a lease does with its task.
local rows = require('queue.rows')
local schema = require('queue.schema')
local tally = require('queue.tally')
local task = require('queue.task')

local TAKEN = schema.STATE.TAKEN

local M = {}

--- The row, if this lease still holds it. A lease is over at its deadline, moved or not.
function M.held(id, lease, now)
    local row = rows.get(id)
    if row == nil or row.state ~= TAKEN or row.lease ~= lease then return nil end
    if row.time > now.lease then return row end
    task.apply_own_due(row, now)
    return nil
end

--- Ends a task if this lease still holds it. Most tasks end so, and most have no key: nothing more has
-- to be read of them.
function M.done_lease(id, lease, now)
    local queue, state, deadline, holder, keyed, inline = rows.glance_held(id)
    if queue == nil or keyed or state ~= TAKEN or holder ~= lease or deadline <= now.lease then
        local row = M.held(id, lease, now)
        if row == nil then return false end
        task.leave(row)
        task.discard(row, now.wall, now)
        queue = row.queue
    else
        rows.delete(id, inline)
        tally.leave(queue, TAKEN)
    end
    tally.add(queue, 'done')
    return true
end

function M.retry(row, now, start_time, error_text)
    task.leave(row)
    tally.add(row.queue, 'retried')
    if row.expires_at ~= nil then row.expires_at = row.expires_at + math.max(0, start_time - now.wall) end
    row.attempts = row.attempts + 1
    row.prev_start_time = row.start_time
    row.start_time = start_time
    if error_text ~= nil then row.error = error_text end
    task.come_back(row, now.wall, now)
end

function M.release(row, now)
    task.leave(row)
    tally.add(row.queue, 'released')
    task.come_back(row, now.wall, now)
end

function M.bury(row, now, error_text)
    task.leave(row)
    task.die(row, error_text, now)
end

function M.touch(row, now, visibility_ms)
    task.leave(row)
    row.time = now.lease + visibility_ms
    row.visibility_ms = visibility_ms
    task.enter(row, TAKEN, now)
end

return M
