--- Which waiting tasks a ttl will remove, by time. A taken task has no row here: time alone cannot
-- remove it, and it would stand in the way of those that it can.
local schema = require('queue.schema')

local TAKEN = schema.STATE.TAKEN
local M = {}

function M.enter(row)
    if row.expires_at == nil or row.state == TAKEN then return end
    box.space.queue_expiry:insert({ row.queue, row.expires_at, row.id })
end

function M.leave(row)
    if row.expires_at == nil or row.state == TAKEN then return end
    box.space.queue_expiry:delete({ row.queue, row.expires_at, row.id })
end

--- The first to expire in a queue: when, and its id.
function M.first(queue)
    local row = box.space.queue_expiry.index.pk:min({ queue })
    if row == nil then return nil end
    return tonumber(row[2]), tonumber(row[3])
end

return M
