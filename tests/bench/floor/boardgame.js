// What the house is measured beside: boardgame.io whose matches are kept in SQLite, each act on disk before it is answered.
// node boardgame.js FILE MATCHES
const { Server } = require("boardgame.io/server");
const { InitializeGame, ProcessGameConfig, Sync } = require("boardgame.io/internal");
const { durable } = require("./durable.js");

const PLAYERS = 12;
const [file, matches] = process.argv.slice(2);
const rows = durable(file);

/** Matches as rows: state and log entries of an act are written in one transaction. */
class Matches extends Sync {
  constructor() {
    super();
    this.find = rows.prepare("SELECT state, initial, metadata FROM tables WHERE code = ?");
    this.make = rows.prepare("INSERT INTO tables (code, state, initial, metadata) VALUES (?, ?, ?, ?)");
    this.keep = rows.prepare("UPDATE tables SET state = ? WHERE code = ?");
    this.name = rows.prepare("UPDATE tables SET metadata = ? WHERE code = ?");
    this.enter = rows.prepare("INSERT INTO acts (code, act) VALUES (?, ?)");
    this.logged = rows.prepare("SELECT act FROM acts WHERE code = ? ORDER BY id");
    this.setState = rows.transaction((code, state, entries = []) => {
      this.keep.run(JSON.stringify(state), code);
      for (const entry of entries) this.enter.run(code, JSON.stringify(entry));
    }).immediate;
  }

  connect() {}

  createMatch(code, { initialState, metadata }) {
    const state = JSON.stringify(initialState);
    this.make.run(code, state, state, JSON.stringify(metadata));
  }

  setMetadata(code, metadata) {
    this.name.run(JSON.stringify(metadata), code);
  }

  fetch(code, wanted) {
    const row = this.find.get(code);
    const found = {};
    if (!row) return found;
    if (wanted.state) found.state = JSON.parse(row.state);
    if (wanted.metadata) found.metadata = JSON.parse(row.metadata);
    if (wanted.initialState) found.initialState = JSON.parse(row.initial);
    if (wanted.log) found.log = this.logged.all(code).map(({ act }) => JSON.parse(act));
    return found;
  }

  wipe() {}

  listMatches() {
    return [];
  }
}

const game = {
  name: "floor",
  minPlayers: 1,
  maxPlayers: PLAYERS,
  disableUndo: true,
  setup: () => ({ stakes: {}, covered: ["9S", "4H"] }),
  playerView: ({ G, playerID }) => {
    const { covered, ...open } = G;
    return { ...open, seat: playerID, cards: covered.length };
  },
  moves: {
    place: {
      client: false,
      move: ({ G }, position, box, amount) => {
        G.stakes[position] = { box, amount };
      },
    },
  },
  turn: { activePlayers: { all: "betting" }, stages: { betting: {} } },
};

async function main() {
  const db = new Matches();
  const server = Server({ games: [game], db, origins: [/127\.0\.0\.1/] });
  const processed = ProcessGameConfig(game);
  const players = Object.fromEntries(Array.from({ length: PLAYERS }, (_, id) => [id, { id }]));
  for (let place = 1; place <= Number(matches); place++) {
    const now = Date.now();
    const metadata = { gameName: game.name, players, createdAt: now, updatedAt: now };
    db.createMatch(`T${place}`, { initialState: InitializeGame({ game: processed, numPlayers: PLAYERS }), metadata });
  }
  const { appServer } = await server.run({ port: 0 });
  console.log(`ready at ${appServer.address().port}`);
}

main();
