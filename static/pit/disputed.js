// The felt of a disputed coup beside its dispute: a page plays the coup again, and one step of it is shown at a time.

const LAID = "laid"; // the last step at which the cards still lie there
const WORDS = "[data-part=now]";
// The past is performed for a picture; while it cannot be, it is asked for again.
const AGAIN = 2000;
const TRIES = 5;
const wanted = new WeakMap(); // the step that was asked for last, by the element of its coup

async function load(coup, step) {
  const answer = await fetch(`${coup.dataset.again}?step=${step}`).catch(() => null);
  if (!answer?.ok || answer.redirected) return null;
  return new DOMParser().parseFromString(await answer.text().catch(() => ""), "text/html").getElementById("replay");
}

async function show(coup, step, tries = TRIES) {
  wanted.set(coup, step);
  const page = await load(coup, step);
  // Meanwhile another one was asked for.
  if (wanted.get(coup) !== step) return;
  wanted.set(coup, Number(page?.dataset.step ?? coup.dataset.step));
  if (!page) return;
  Object.assign(coup.dataset, { step: page.dataset.step, last: Number(page.dataset.count) - 1 });
  coup.querySelector("[data-felt]").innerHTML = page.querySelector("[data-part=felt]").innerHTML;
  coup.querySelector("[data-now-shown]").innerHTML = page.querySelector(WORDS).innerHTML;
  if (tries && coup.isConnected && !coup.querySelector("[data-felt] .felt")) setTimeout(retry, AGAIN, coup, wanted.get(coup), tries - 1);
  const [back, on] = coup.querySelectorAll("[data-goes]");
  back.disabled = Number(page.dataset.step) === 0;
  on.disabled = page.dataset.step === coup.dataset.last;
}

/** Show a step once more, unless another one is looked at meanwhile. */
function retry(coup, step, tries) {
  if (wanted.get(coup) === step) show(coup, step, tries);
}

document.addEventListener("opened", ({ target }) => {
  const coup = target.querySelector("[data-again]");
  if (coup && !coup.dataset.step) show(coup, LAID);
});

document.addEventListener("click", ({ target }) => {
  const way = target.closest("[data-goes]");
  const coup = way?.closest("[data-again]");
  if (!coup) return;
  const step = wanted.get(coup) + Number(way.dataset.goes);
  if (step >= 0 && step <= Number(coup.dataset.last)) show(coup, step);
});
