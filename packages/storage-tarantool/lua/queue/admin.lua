--- What operators do to tasks.
local check = require('queue.check')
local limits = require('queue.limits')
local page_of = require('queue.page')
local rank_of = require('queue.rank')
local rows = require('queue.rows')
local schema = require('queue.schema')
local tally = require('queue.tally')
local task = require('queue.task')

local STATE = schema.STATE

local M = {}

--- Deadlines are stored by the clock of leases. The page says what to add: `wall - lease + OFFSET`.
M.SKEW_OFFSET = 2 ^ 50

local function new_page(now)
    return page_of.new(now.wall - now.lease + M.SKEW_OFFSET)
end

local function add(page, tuple)
    local id, _, inline = rows.glance(tuple)
    if not page:has_room(id, inline) then return false end
    page:add(tuple, id, inline)
    return true
end

--- The page may stop at 8 MiB: `more` then says that not all ids were looked at.
function M.peek(now, ids)
    check.list(ids, 'ids')
    for _, id in ipairs(ids) do task.current(check.id(id), now) end
    local page = new_page(now)
    for _, id in ipairs(ids) do
        local tuple = box.space.queue_task:get(id)
        if tuple ~= nil and not add(page, tuple) then return page:finish(true) end
    end
    return page:finish(false)
end

--- One page of the tasks in a state, after the given place.
function M.list(now, queue, state, limit, rank, time, id)
    task.advance(queue, now)
    local page = new_page(now)
    local from, iterator = { rank_of.lowest(queue, state) }, 'GE'
    if rank ~= nil then from, iterator = { math.max(rank, from[1]), time, id }, 'GT' end
    for _, tuple in box.space.queue_task.index.order:pairs(from, { iterator = iterator }) do
        local row = rows.read(tuple)
        if row.queue ~= queue or row.state ~= state then break end
        -- More may have been due than one call moves.
        local expired = state ~= STATE.TAKEN and row.expires_at ~= nil and row.expires_at <= now.wall
        if not expired and (page.count == limit or not add(page, tuple)) then return page:finish(true) end
    end
    return page:finish(false)
end

--- Does `act(row)` to each task that there is. Returns how many it changed, and the positions of the rest.
local function change(now, ids, act)
    check.list(ids, 'ids')
    local skipped, changed = {}, 0
    for i, id in ipairs(ids) do
        local row = task.current(check.id(id), now)
        if row ~= nil and act(row) then changed = changed + 1 else table.insert(skipped, i - 1) end
    end
    return { changed, skipped }
end

local function revive(row, now)
    task.leave(row)
    row.attempts, row.timeouts = 0, 0
    row.start_time, row.prev_start_time = now.wall, nil
    row.error = nil
    row.expires_at = row.ttl_ms ~= nil and now.wall + row.ttl_ms or nil
    task.line_up_again(row, now)
end

local function kick_longest_dead(now, queue, count)
    local changed = 0
    while changed < count do
        local id = rows.first(queue, STATE.DEAD)
        if id == nil then break end
        local row = task.current(id, now)
        if row ~= nil then
            revive(row, now)
            changed = changed + 1
        end
    end
    return { changed, {} }
end

--- Brings dead tasks back: the `count` longest dead, or those with these ids.
function M.kick(now, queue, count, ids)
    if count ~= nil then return kick_longest_dead(now, queue, check.integer(count, 'count', 1, limits.entries)) end
    return change(now, ids, function(row)
        if row.queue ~= queue or row.state ~= STATE.DEAD then return false end
        revive(row, now)
        return true
    end)
end

function M.run_now(now, ids)
    return change(now, ids, function(row)
        if row.state ~= STATE.DELAYED then return false end
        task.leave(row)
        row.start_time = now.wall
        task.enter(row, STATE.READY, now)
        return true
    end)
end

function M.bury_waiting(now, ids, error_text)
    check.text(error_text, 'error', limits.error_bytes)
    return change(now, ids, function(row)
        if row.state == STATE.TAKEN or row.state == STATE.DEAD then return false end
        task.leave(row)
        task.die(row, error_text, now)
        return true
    end)
end

function M.cancel_row(row, now)
    task.leave(row)
    tally.add(row.queue, 'cancelled')
    task.discard(row, now.wall, now)
end

function M.cancel(now, ids)
    return change(now, ids, function(row)
        if row.state == STATE.TAKEN then return false end
        M.cancel_row(row, now)
        return true
    end)
end

--- Cancels a chunk of all tasks but the taken ones: how many, and whether there may be more.
function M.clear(now, queue)
    -- What has expired was not cancelled.
    if not task.advance(queue, now) then return { 0, true } end
    local cancelled = 0
    -- The blocked first: cancelling a head would only bring the next one up.
    for _, state in ipairs({ STATE.BLOCKED, STATE.READY, STATE.DELAYED, STATE.DEAD }) do
        while cancelled < limits.moves do
            local id = rows.first(queue, state)
            if id == nil then break end
            M.cancel_row(rows.get(id), now)
            cancelled = cancelled + 1
        end
    end
    return { cancelled, cancelled == limits.moves }
end

--- Pauses a queue, or lets it go on, which wakes those who wait for what is ready in it.
function M.pause(_, queue, paused)
    tally.pause(queue, paused)
    local stat = box.space.queue_stat:get(queue)
    if not paused and stat ~= nil then tally.add(queue, 'readied', tonumber(stat.ready)) end
    return { 1 }
end

return M
