--- Time that only tests move. Not shipped, and loaded by nothing else.
local fiber = require('fiber')

local clock = require('queue.clock')
local timer = require('queue.timer')
local waiters = require('queue.waiters')

local M = { monotonic = 0, wall = 0 }

--- Takes over the clock, before `start`. Nothing sleeps by itself any more: `advance` wakes.
function M.install(wall)
    M.wall = wall
    clock.source = {
        monotonic = function() return M.monotonic end,
        realtime = function() return M.wall end,
        pause = function() return fiber.TIMEOUT_INFINITY or 500 * 365 * 86400 end,
    }
end

--- Moves both clocks, and nothing else.
function M.move(ms)
    M.monotonic = M.monotonic + ms
    M.wall = M.wall + ms
end

--- Moves both clocks, lets everything due happen, and wakes whom it concerns.
function M.advance(ms)
    M.move(ms)
    while timer.pass() do end
    waiters.stir()
end

return M
