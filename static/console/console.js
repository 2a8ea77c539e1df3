// The dealer's console: chips on the felt, cards on the pad, sheets, keys and sounds. What happens at the table is the house's.

import "../felt/steady.js";
import "./pad.js";
import "./pile.js";
import "./boxes.js";
import "./clock.js";
import "./ghosts.js";
import "./dialogs.js";
import "./keys.js";
import "../felt/betting_clock.js";
import "../felt/sounds.js";
import "./orientation.js";
