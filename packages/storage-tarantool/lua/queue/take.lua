--- Taking ready tasks.
local due = require('queue.due')
local limits = require('queue.limits')
local page_of = require('queue.page')
local rows = require('queue.rows')
local schema = require('queue.schema')
local tally = require('queue.tally')
local task = require('queue.task')

local READY, TAKEN = schema.STATE.READY, schema.STATE.TAKEN

local M = {}

function M.is_paused(queue)
    local row = box.space.queue_stat:get(queue)
    return row ~= nil and row[3]
end

--- Takes from the front of the queue until the page is full; false when it is, or nothing is left.
local function take_some(queue, count, page, now)
    local found, ids, expiries, lengths = rows.first_some(queue, READY, count - page.count)
    local expired = {}
    for i = 1, found do
        local id, expires_at = ids[i], expiries[i]
        if expires_at ~= nil and expires_at <= now.wall then
            expired[#expired + 1] = id -- more had expired than one call moves
        else
            if not page:has_room(id, lengths[i]) then return false end
            if expires_at ~= nil then box.space.queue_expiry:delete({ queue, expires_at, id }) end
            page:add(rows.take(id), id, lengths[i])
        end
    end
    for i = 1, #expired do task.current(expired[i], now) end
    return #expired > 0
end

--- Takes up to `count` ready tasks and hides them for `visibility_ms`; a page of them.
-- Nothing between the reads and the writes yields, so two callers never get the same task.
function M.take(now, queue, count, visibility_ms)
    task.advance(queue, now)
    local page = page_of.new(0)
    if M.is_paused(queue) then return page:finish() end
    local deadline = now.lease + visibility_ms
    for _ = 1, limits.moves do
        rows.prepare_take(queue, deadline, visibility_ms)
        if not take_some(queue, count, page, now) then break end
    end
    if page.count > 0 then
        tally.leave(queue, READY, page.count)
        tally.enter(queue, TAKEN, page.count)
        due.arm(queue, deadline)
    end
    return page:finish(page.full)
end

--- Whether the queue has a task to give out.
function M.is_ready(queue)
    return rows.first(queue, READY) ~= nil and not M.is_paused(queue)
end

return M
