-- Two slabs of 16 MiB are kept free, which of little memory is more than 15 %.
local full_memory = require('test.full_memory')
local world = require('test.world')
world.start({}, { memtx_memory = 64 * 1024 * 1024, wal_mode = 'none' })

world.run('memory', {
    full_memory.case(100, 0.45, 0.6),
    full_memory.case(500, 0.45, 0.6),
    full_memory.case(20000, 0.45, 0.6),
})
