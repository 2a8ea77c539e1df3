// What the house is measured beside: as little as socket.io and SQLite can do for an act. It is written down in one
// transaction, answered, and told to everybody at the table; nothing is drawn, and nothing can be refused.
// node plain.js FILE TABLES
const { createServer } = require("node:http");
const { Server } = require("socket.io");
const { durable } = require("./durable.js");

const [file, tables] = process.argv.slice(2);
const rows = durable(file);
const find = rows.prepare("SELECT state FROM tables WHERE code = ?");
const keep = rows.prepare("UPDATE tables SET state = ? WHERE code = ?");
const enter = rows.prepare("INSERT INTO acts (code, act) VALUES (?, ?)");

const act = rows.transaction((code, { position, box, amount }) => {
  const state = JSON.parse(find.get(code).state);
  state.number += 1;
  state.stakes[position] = { box, amount };
  keep.run(JSON.stringify(state), code);
  enter.run(code, JSON.stringify({ number: state.number, position, box, amount }));
  return state.number;
}).immediate;

const make = rows.prepare("INSERT INTO tables (code, state) VALUES (?, ?)");
for (let place = 1; place <= Number(tables); place++) make.run(`T${place}`, '{"number":0,"stakes":{}}');

const server = createServer();
const floor = new Server(server, { transports: ["websocket"], perMessageDeflate: false }).of("/floor");
floor.on("connection", (socket) => {
  socket.on("sit", (code) => {
    socket.join(code);
    socket.emit("all", { ...JSON.parse(find.get(code).state), table: code });
  });
  socket.on("place", (code, stake, answer) => {
    const number = act(code, stake);
    answer({ number });
    floor.to(code).emit("push", { number, table: code, ...stake });
  });
});
server.listen(0, "127.0.0.1", () => console.log(`ready at ${server.address().port}`));
