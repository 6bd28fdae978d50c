-- Stands in for the queue module where only the connection is tested.
local fiber = require('fiber')

local slept, at_once, most_at_once = 0, 0, 0

local function hello()
    return {
        tonumber(os.getenv('STUB_PROTOCOL') or 1),
        {module = 'stub', schema = 1, shard = tonumber(os.getenv('STUB_SHARD') or 0), writable = not box.info.ro},
    }
end

local stub = {
    hello = os.getenv('STUB_MUTE') == nil and hello or nil,
    echo = function(...) return {select('#', ...), {...}} end,
    -- A text of so many bytes.
    reply = function(n, size) return {n, string.rep('x', size)} end,
    -- Binary data in a Lua string, as it comes back without care for its type.
    lua_string = function(data) return {1, data} end,
    fail = function(message) error(message, 0) end,
    sleep = function(seconds)
        fiber.sleep(seconds)
        slept = slept + 1
        return {slept}
    end,
    -- How many calls of this ran at the same time, at most.
    crowd = function(seconds)
        at_once = at_once + 1
        most_at_once = math.max(most_at_once, at_once)
        fiber.sleep(seconds)
        at_once = at_once - 1
        return {most_at_once}
    end,
    forget_crowd = function()
        most_at_once = 0
        return {1}
    end,
    count = function()
        box.space.counter:update(1, {{'+', 2, 1}})
        return {box.space.counter:get(1)[2]}
    end,
    counted = function() return {box.space.counter:get(1)[2]} end,
    read_only = function(value)
        box.cfg{read_only = value}
        return {1}
    end,
    push = function()
        box.session.push('news')
        return {1}
    end,
    rows = function() return {{1, 'a'}, {2, 'b'}} end,
    integer = function(text) return {1, tonumber64(text)} end,
}

rawset(_G, 'queue', stub)

if not box.info.ro then
    local counter = box.schema.space.create('counter', {if_not_exists = true})
    counter:create_index('pk', {if_not_exists = true})
    if counter:get(1) == nil then
        counter:insert{1, 0}
    end
    box.schema.user.create('tester', {password = 'pass:word@1', if_not_exists = true})
    for _, user in ipairs({'tester', 'guest'}) do
        box.schema.user.grant(user, 'read,write,execute', 'universe', nil, {if_not_exists = true})
    end
end
