// An unpaired display looks every few seconds whether somebody has paired it, and then becomes what it is.

const EVERY = 4000;

async function look() {
  const answer = await fetch(location.pathname, { cache: "no-store", credentials: "same-origin" }).catch(() => null);
  if (answer?.ok && !(await answer.text()).includes("data-unpaired")) location.reload();
  else setTimeout(look, EVERY);
}

setTimeout(look, EVERY);
