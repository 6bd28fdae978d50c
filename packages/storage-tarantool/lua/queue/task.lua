--- How a task changes its state. Call inside a transaction.
--
-- `now` has the present as `wall` and as `lease` (see clock.lua); `at` is the wall-clock moment at which
-- a change was due, which may be earlier. A row is read, changed and written down again; after something
-- has happened to other tasks of its key, it has to be read anew.
local due = require('queue.due')
local expiry = require('queue.expiry')
local keys = require('queue.keys')
local limits = require('queue.limits')
local rows = require('queue.rows')
local schema = require('queue.schema')
local tally = require('queue.tally')

local STATE = schema.STATE
local READY, DELAYED, TAKEN, BLOCKED, DEAD = STATE.READY, STATE.DELAYED, STATE.TAKEN, STATE.BLOCKED, STATE.DEAD

local M = {}
local expire

--- Takes a row out of its state; `enter` or `discard` must follow.
function M.leave(row)
    tally.leave(row.queue, row.state)
    expiry.leave(row)
    if row.state == BLOCKED then keys.unblock(row) end
end

--- Where a row stands in a state. Who takes has set the deadline, and `die` the time of death.
local function place(row, state)
    row.state = state
    if state == READY or state == DELAYED then row.time = row.start_time end
    if state == BLOCKED then row.time = 0 end
end

local function arm(row, now)
    if row.state == TAKEN then
        due.arm(row.queue, row.time)
        return
    end
    if row.state == DELAYED then due.arm_wall(row.queue, row.start_time, now) end
    if row.expires_at ~= nil then due.arm_wall(row.queue, row.expires_at, now) end
end

--- Enters a row into a state, by `write` (rows.update, or rows.insert for a new one).
local function enter_by(write, row, state, now, data)
    place(row, state)
    write(row, data)
    tally.enter(row.queue, state)
    expiry.enter(row)
    if state == BLOCKED then keys.block(row) end
    arm(row, now)
end

function M.enter(row, state, now)
    enter_by(rows.update, row, state, now)
end

--- Ready or delayed, by its start time.
local function waiting_state(row, now)
    return row.start_time <= now.wall and READY or DELAYED
end

function M.enter_waiting(row, now)
    M.enter(row, waiting_state(row, now), now)
end

--- The head of a key in use, with everything due to it applied; `nil` if the key is free.
function M.head(queue, key, now)
    for _ = 1, limits.moves do
        local id = keys.head(queue, key)
        if id == nil then return nil end
        local row = rows.get(id)
        M.apply_own_due(row, now)
        if row.state ~= nil then return row end -- otherwise the next one has come up, maybe long ago
    end
    -- A thousand in a row had expired; the one that is the head now stands for all that follow.
    local id = keys.head(queue, key)
    return id ~= nil and rows.get(id) or nil
end

--- Enters a row that is new to its line: behind the others of its key, if there are any.
local function line_up(write, row, now, data)
    if row.key == nil then
        enter_by(write, row, waiting_state(row, now), now, data)
    elseif M.head(row.queue, row.key, now) ~= nil then
        enter_by(write, row, BLOCKED, now, data)
    else
        keys.open(row.queue, row.key, row.id)
        enter_by(write, row, waiting_state(row, now), now, data)
    end
end

function M.insert(row, data, now)
    line_up(rows.insert, row, now, data)
end

--- A new task that is ready at once and has nothing but its payload.
function M.insert_plain(id, queue, data, now)
    rows.insert_plain(id, queue, now.wall, data)
    tally.enter(queue, READY)
end

function M.line_up_again(row, now)
    line_up(rows.update, row, now)
end

--- Leaves the line of its key. If it was the head, the next is freed at `at`.
local function step_aside(row, at, now)
    if row.key == nil or keys.head(row.queue, row.key) ~= row.id then return end
    local id = keys.first_blocked(row.queue, row.key)
    if id == nil then
        keys.close(row.queue, row.key)
        return
    end
    local next_row = rows.get(id)
    M.leave(next_row)
    keys.succeed(row.queue, row.key, id, at)
    next_row.start_time = math.max(next_row.start_time, at)
    M.enter_waiting(next_row, now)
end

--- The end of a row that has left its state.
function M.discard(row, at, now)
    row.state = nil
    rows.delete(row.id, row.inline)
    step_aside(row, at, now)
end

--- A row that was taken, or waits, and has left its state, becomes a dead letter.
function M.die(row, error_text, now)
    tally.add(row.queue, 'buried')
    if row.expires_at ~= nil and row.expires_at <= now.wall then
        tally.add(row.queue, 'expired')
        M.discard(row, now.wall, now)
        return
    end
    step_aside(row, now.wall, now)
    row.error = error_text
    row.time = now.wall
    M.enter(row, DEAD, now)
end

--- A row that was taken and has left its state waits again from `at` on, unless its ttl has passed.
function M.come_back(row, at, now)
    if row.expires_at ~= nil and row.expires_at <= at then
        tally.add(row.queue, 'expired')
        M.discard(row, at, now)
    else
        M.enter_waiting(row, now)
    end
end

--- The visibility timeout: its holder died or hung.
local function time_out(row, now)
    -- The deadline as a moment of the wall clock.
    local at = row.time - now.lease + now.wall
    M.leave(row)
    tally.add(row.queue, 'timed_out')
    row.attempts = row.attempts + 1
    row.timeouts = row.timeouts + 1
    row.prev_start_time = row.start_time
    row.start_time = at
    M.come_back(row, at, now)
end

function expire(row, now)
    local at = row.expires_at
    if row.key ~= nil then
        local head, since = keys.head(row.queue, row.key)
        -- One that came up when it had already expired frees its key when it came up, not before.
        if head == row.id then at = math.max(at, since) end
    end
    M.leave(row)
    tally.add(row.queue, 'expired')
    M.discard(row, at, now)
end

--- Applies what time has done to this row alone. Its `state` is `nil` when it is gone.
function M.apply_own_due(row, now)
    if row.state == TAKEN then
        if row.time > now.lease then return end
        time_out(row, now)
    end
    if row.state == nil then return end
    if row.expires_at ~= nil and row.expires_at <= now.wall then
        expire(row, now)
    elseif row.state == DELAYED and row.start_time <= now.wall then
        M.leave(row)
        enter_by(rows.update_place, row, READY, now)
    end
end

--- The task as it is now, with everything due applied to it and first to the head of its key; or `nil`.
function M.current(id, now)
    local row = rows.get(id)
    if row == nil then return nil end
    if row.state == BLOCKED then
        M.head(row.queue, row.key, now)
        row = rows.get(id)
        if row == nil then return nil end
    end
    M.apply_own_due(row, now)
    return row.state ~= nil and row or nil
end

local function first_due(queue, now)
    local expires_at, id = expiry.first(queue)
    if expires_at ~= nil and expires_at <= now.wall then return id end
    local taken, deadline = rows.first(queue, TAKEN)
    if taken ~= nil and deadline <= now.lease then return taken end
    local delayed, start_time = rows.first(queue, DELAYED)
    return delayed ~= nil and start_time <= now.wall and delayed or nil
end

--- Moves what is due in a queue: at most `moves`, and false when there may be more.
function M.advance(queue, now, moves)
    for _ = 1, moves or limits.moves do
        local id = first_due(queue, now)
        if id == nil then return true end
        M.current(id, now)
    end
    return false
end

--- When time alone next changes something in a queue, by the clock of leases; `math.huge` if never.
function M.next_due(queue, now)
    local skew = now.lease - now.wall
    local _, deadline = rows.first(queue, TAKEN)
    local _, start_time = rows.first(queue, DELAYED)
    return math.min(deadline or math.huge, (start_time or math.huge) + skew, (expiry.first(queue) or math.huge) + skew)
end

return M
