--- Which puts were made in the last hour: what makes a put safe to repeat.
local M = {}

local REMEMBERED_MS = 3600000

function M.find(queue, put_id, now)
    local row = box.space.queue_put_id:get({ queue, put_id })
    if row == nil or tonumber(row[4]) <= now.wall then return nil end
    return tonumber(row[3])
end

function M.remember(queue, put_id, id, now)
    box.space.queue_put_id:replace({ queue, put_id, id, now.wall + REMEMBERED_MS })
end

--- Forgets up to `limit` of those whose hour is over. Returns when the next one's is, `nil` if there is none.
function M.forget(now, limit)
    local index = box.space.queue_put_id.index['until']
    for _, row in ipairs(index:select({}, { limit = limit })) do
        if tonumber(row[4]) > now.wall then return tonumber(row[4]) end
        box.space.queue_put_id:delete({ row[1], row[2] })
    end
    local next_row = index:min()
    return next_row ~= nil and tonumber(next_row[4]) or nil
end

return M
