-- A Tarantool instance with the queue. Written by `queue-tarantool init`; it is yours to change.
-- Start it with: tarantool {{file}}

-- Where the queue module is. On a server without node_modules: copy its folder `queue` beside this file.
local module = {{module}}
package.path = module .. '/?.lua;' .. module .. '/?/init.lua;' .. package.path

box.cfg{
    work_dir = {{dir}},
    memtx_memory = 1024 * 1024 * 1024, -- all waiting tasks live in memory
    memtx_max_tuple_size = 2 * 1024 * 1024, -- room for a payload of 1 MiB
    -- 'write' survives the death of the process; 'fsync' a power cut as well, at a price.
    wal_mode = 'write',
    net_msg_max = 4096, -- waiting workers count
    readahead = 1024 * 1024,
}

-- The number of this shard goes into the ids of its tasks: never change it.
require('queue').start{ shard = 0 }

-- Last: whoever can connect finds everything in place.
box.cfg{ listen = {{listen}} }
