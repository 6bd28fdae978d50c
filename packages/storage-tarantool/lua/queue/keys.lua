--- The lines of keys: the head may run, the others are blocked behind it, by id.
local M = {}

--- The head of a key in use: its id, and since when it has been the head by another's going.
function M.head(queue, key)
    local row = box.space.queue_key:get({ queue, key })
    if row == nil then return nil end
    return tonumber(row[3]), tonumber(row[4])
end

function M.open(queue, key, head)
    box.space.queue_key:insert({ queue, key, head, 0 })
end

function M.succeed(queue, key, head, since)
    box.space.queue_key:replace({ queue, key, head, since })
end

function M.close(queue, key)
    box.space.queue_key:delete({ queue, key })
end

function M.block(row)
    box.space.queue_key_wait:insert({ row.queue, row.key, row.id })
end

function M.unblock(row)
    box.space.queue_key_wait:delete({ row.queue, row.key, row.id })
end

--- The id of the first blocked task of a key, or of the last.
function M.first_blocked(queue, key)
    local row = box.space.queue_key_wait.index.pk:min({ queue, key })
    return row ~= nil and tonumber(row[3]) or nil
end

function M.last_blocked(queue, key)
    local row = box.space.queue_key_wait.index.pk:max({ queue, key })
    return row ~= nil and tonumber(row[3]) or nil
end

return M
