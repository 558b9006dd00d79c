// Takes the first listed action.
"use strict";

const lines = require("node:readline").createInterface({ input: process.stdin });

lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "decide") {
    const answer = { id: message.id, action: message.legal[0] };
    process.stdout.write(JSON.stringify(answer) + "\n");
  } else if (message.type === "end") {
    lines.close();
    process.stdin.destroy();
  }
});
