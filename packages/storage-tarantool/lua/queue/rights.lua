--- Who may call what. The functions run as `queue_owner`, who may touch only our spaces and cannot log
-- in; users get a role and with it the right to call functions by name, and nothing else.
local M = {}

local OWNER = 'queue_owner'

local PRODUCER = { 'hello', 'put', 'stat' }
local WORKER = {
    'hello', 'put', 'get', 'done', 'retry', 'release', 'bury', 'touch', 'wait', 'cancel_wait', 'stat',
    'get_records', 'list_records', 'commit',
}

local SPACES = { 'meta', 'task', 'payload', 'key', 'key_wait', 'expiry', 'put_id', 'record', 'stat' }

local function names_of(api)
    local names = {}
    for name in pairs(api) do table.insert(names, name) end
    table.sort(names)
    return names
end

local function create_owner()
    box.schema.user.create(OWNER, { if_not_exists = true })
    for _, space in ipairs(SPACES) do
        box.schema.user.grant(OWNER, 'read,write', 'space', 'queue_' .. space, { if_not_exists = true })
    end
end

--- A setuid function runs with the rights of its owner: whoever was the user when it was made.
local function create_functions(names)
    box.schema.user.grant(OWNER, 'read,write', 'space', '_func', { if_not_exists = true })
    box.schema.user.grant(OWNER, 'create', 'function', nil, { if_not_exists = true })
    box.session.su(OWNER, function()
        for _, name in ipairs(names) do
            box.schema.func.create('queue.' .. name, { setuid = true, if_not_exists = true })
        end
    end)
    box.schema.user.revoke(OWNER, 'create', 'function', nil, { if_exists = true })
    box.schema.user.revoke(OWNER, 'read,write', 'space', '_func', { if_exists = true })
end

local function create_role(role, names)
    box.schema.role.create(role, { if_not_exists = true })
    for _, name in ipairs(names) do
        box.schema.role.grant(role, 'execute', 'function', 'queue.' .. name, { if_not_exists = true })
    end
end

--- Makes the functions callable and the roles. Safe to run again.
function M.create(api)
    local names = names_of(api)
    create_owner()
    create_functions(names)
    create_role('queue_producer', PRODUCER)
    create_role('queue_worker', WORKER)
    create_role('queue_admin', names)
end

return M
