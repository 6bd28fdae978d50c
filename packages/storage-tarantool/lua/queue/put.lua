--- New tasks.
local check = require('queue.check')
local fail = require('queue.fail')
local keys = require('queue.keys')
local limits = require('queue.limits')
local memory = require('queue.memory')
local part = require('queue.part')
local put_ids = require('queue.put_ids')
local request_of = require('queue.request')
local rows = require('queue.rows')
local schema = require('queue.schema')
local tally = require('queue.tally')
local task = require('queue.task')

local STATE, ON_KEY = schema.STATE, request_of.ON_KEY

local M = {}

--- Sets `count` ids aside, once a batch, and returns the one before the first. What is not used is
-- never used: ids are unique, not dense.
function M.reserve_ids(count)
    local last = tonumber(box.space.queue_meta:update('last_id', { { '+', 2, count } })[2])
    return last - count
end

local function start_of(request, now)
    if request.start_time ~= nil then return request.start_time end
    return now.wall + (request.delay_ms or 0)
end

local function expiry_of(start_time, ttl_ms)
    return ttl_ms ~= nil and start_time + ttl_ms or nil
end

local function insert(id, request, now)
    local start_time = start_of(request, now)
    tally.add(request.queue, 'put')
    -- Its state and place come with its way into the queue.
    local row = rows.new(id, request.queue, 0, 0, 0, start_time, nil, 0, 0, request.priority, 0, now.wall,
        request.ttl_ms, expiry_of(start_time, request.ttl_ms), request.key, request.headers, nil, true)
    task.insert(row, request.data, now)
    return id
end

--- Changes a waiting row and finds its new place.
local function rearrange(row, now, change)
    local blocked = row.state == STATE.BLOCKED
    task.leave(row)
    change(row)
    if blocked then task.enter(row, STATE.BLOCKED, now) else task.enter_waiting(row, now) end
end

local function replace(row, request, now)
    rearrange(row, now, function()
        rows.set_content(row, request.headers, request.data)
        row.priority = request.priority
        row.attempts, row.timeouts = 0, 0
        row.prev_start_time, row.error = nil, nil
        row.start_time = start_of(request, now)
        row.ttl_ms = request.ttl_ms
        row.expires_at = expiry_of(row.start_time, row.ttl_ms)
    end)
end

local function wake(row, start_time, now)
    if start_time >= row.start_time then return end
    rearrange(row, now, function() row.start_time = start_time end)
end

--- The last in line that does not run yet, or `nil`.
local function last_waiting(head, now)
    for _ = 1, 10 * limits.moves do
        local id = keys.last_blocked(head.queue, head.key)
        if id == nil then return head.state ~= STATE.TAKEN and head or nil end
        local row = task.current(id, now)
        if row ~= nil then return row end
    end
    fail.raise('UNAVAILABLE', 'very many tasks of key %s expire at this moment; repeat the put', head.key)
end

--- What `on_key` does with a key in use: the id it found, or `nil`: then insert.
local function put_keyed(request, now)
    local on_key = request.on_key
    if request.key == nil or on_key == nil or on_key == ON_KEY.add then return nil end
    local head = task.head(request.queue, request.key, now)
    if head == nil then return nil end
    local last = last_waiting(head, now)
    if on_key == ON_KEY.replace and last ~= nil then replace(last, request, now) end
    if on_key == ON_KEY.wake then
        if last == nil then return head.id end
        wake(last, start_of(request, now), now)
    end
    return last ~= nil and last.id or nil
end

--- Puts one checked request, under the given id if it is a new task. Returns the task's id.
function M.put(id, request, now)
    local put_id = request.put_id
    if put_id == nil then return put_keyed(request, now) or insert(id, request, now) end
    local known = put_ids.find(request.queue, put_id, now)
    if known ~= nil then return known end
    local found = put_keyed(request, now) or insert(id, request, now)
    put_ids.remember(request.queue, put_id, found, now)
    return found
end

--- Puts a list of checked requests under ids from `first` on.
function M.put_all(first, requests, now)
    local ids = {}
    for i, request in ipairs(requests) do ids[i] = M.put(first + i - 1, request, now) end
    return ids
end

local function put_plain(first, list, now)
    check.list(list, 'puts')
    local bytes = 0
    for _, array in ipairs(list) do bytes = bytes + #(request_of.plain_from_wire(array)) end
    memory.claim(bytes, #list)
    local ids = {}
    for i, array in ipairs(list) do
        local id = first + i - 1
        local data, queue = request_of.plain_from_wire(array)
        tally.add(queue, 'put')
        task.insert_plain(id, queue, data, now)
        ids[i] = id
    end
    return ids
end

local function put_group(first, list, now)
    if request_of.all_plain(list) then return put_plain(first, list, now) end
    local requests, bytes = request_of.all_from_wire(list)
    memory.claim(bytes, #requests)
    return M.put_all(first, requests, now)
end

--- Puts all groups, or throws: as one, for a loop over many small ones is not one that LuaJIT compiles.
local function put_together(first, groups, now)
    local list = {}
    for _, group in ipairs(groups) do
        for _, put in ipairs(group) do list[#list + 1] = put end
    end
    local ids = put_group(first, list, now)
    local results, last = {}, 0
    for i, group in ipairs(groups) do
        local size = #group
        local own = {}
        for at = 1, size do own[at] = ids[last + at] end
        results[i] = own
        last = last + size
    end
    return results
end

--- Puts those that can be: the ids of each group, or the text of its error.
local function put_apart(first, groups, now)
    local results = {}
    for i, group in ipairs(groups) do
        local ids, err = part(put_group, first, group, now)
        results[i] = ids or err
        first = first + #group
    end
    return results
end

--- Puts groups of requests as they came, each all or nothing: `[count, [ids or the text of an error, …]]`.
-- Apart only where they cannot be put together: a part of its own costs a task half as much again.
function M.put_groups(now, groups)
    local total = 0
    for _, group in ipairs(groups) do total = total + check.list(group, 'group') end
    local first = M.reserve_ids(total) + 1
    if #groups == 1 then return { 1, { put_group(first, groups[1], now) } } end
    return { #groups, part(put_together, first, groups, now) or put_apart(first, groups, now) }
end

--- Puts one checked request of a Lua application. Returns its id.
function M.put_one(now, request)
    memory.claim(#request.data, 1)
    return M.put(M.reserve_ids(1) + 1, request, now)
end

return M
