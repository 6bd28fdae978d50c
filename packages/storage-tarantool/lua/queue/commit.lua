--- Changes to tasks and records, all or nothing: first every guard against the state as it is, then
-- every effect.
local admin = require('queue.admin')
local check = require('queue.check')
local fail = require('queue.fail')
local leases = require('queue.leases')
local limits = require('queue.limits')
local memory = require('queue.memory')
local put = require('queue.put')
local records = require('queue.records')
local request_of = require('queue.request')
local schema = require('queue.schema')
local task = require('queue.task')

local M = {}

local function broken_expectation(expect)
    for i = 1, #expect, 2 do
        local key = check.name(expect[i], 'expect key')
        if records.version(key) ~= tonumber(expect[i + 1]) then return key end
    end
end

local function missing_task(ids, now)
    for _, given in ipairs(ids) do
        local id = check.id(given)
        local row = task.current(id, now)
        if row == nil or row.state == schema.STATE.TAKEN then return id end
    end
end

--- The guard that fails first, in the order of the request: its kind and whom it names.
local function conflict(request, now)
    local key = broken_expectation(request.expect)
    if key ~= nil then return 'record', key end
    for _, kind in ipairs({ 'done', 'retry', 'release', 'bury' }) do
        local id = leases.first_lost(kind, request[kind], now)
        if id ~= nil then return 'lease', id end
    end
    local id = missing_task(request.cancel, now)
    if id ~= nil then return 'task', id end
end

local function apply_records(request)
    for _, key in ipairs(request.del) do records.delete(check.name(key, 'del')) end
    for i = 1, #request.set, 2 do
        local value = check.bytes(request.set[i + 1], 'value', limits.record_bytes)
        records.set(check.name(request.set[i], 'set key'), value)
    end
end

local function bytes_of(set)
    local bytes = 0
    for i = 2, #set, 2 do bytes = bytes + #check.bytes(set[i], 'value', limits.record_bytes) end
    return bytes
end

--- `[1, ids]`, or `[0, kind, key or id]` when a guard failed and nothing happened.
function M.commit(now, request)
    for name, list in pairs(request) do
        if type(list) ~= 'table' then fail.invalid('commit: %s must be a list', name) end
    end
    local puts, bytes = request_of.all_from_wire(request.put)
    bytes = bytes + bytes_of(request.set)
    local kind, name = conflict(request, now)
    if kind ~= nil then return { 0, kind, name } end
    if bytes > 0 or #puts > 0 then memory.claim(bytes, #puts) end
    for _, each in ipairs({ 'release', 'retry', 'bury', 'done' }) do
        leases.settle_all(now, each, request[each])
    end
    for _, id in ipairs(request.cancel) do admin.cancel_row(task.current(check.id(id), now), now) end
    apply_records(request)
    if #puts == 0 then return { 1, {} } end
    return { 1, put.put_all(put.reserve_ids(#puts) + 1, puts, now) }
end

return M
