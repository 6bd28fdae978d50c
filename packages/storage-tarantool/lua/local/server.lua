-- A server for development: the ready instance, which ends with the process that started it. That
-- process holds the other end of our standard input.
local fiber = require('fiber')
local socket = require('socket')

local here = debug.getinfo(1, 'S').source:match('^@(.*)/[^/]*$') or '.'

fiber.create(function()
    fiber.name('queue_parent')
    while true do
        -- Nothing is ever written there: it becomes readable by its end.
        if socket.iowait(0, 'R', 60) == 'R' and io.read(1) == nil then
            os.exit(0)
        end
    end
end)

dofile(here .. '/../instance.lua')
