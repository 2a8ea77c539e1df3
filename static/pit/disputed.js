// The felt of a disputed coup beside its dispute: a page plays the coup again, and one step of it is shown at a time.

const LAID = "laid"; // the last step at which the cards still lie there
const WORDS = "[data-part=now]";
// The past is performed for a picture; while it cannot be, it is asked for again.
const AGAIN = 2000;
const TRIES = 5;

async function show(coup, step, tries = TRIES) {
  const answer = await fetch(`${coup.dataset.again}?step=${step}`).catch(() => null);
  if (!answer?.ok || answer.redirected) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("replay");
  if (!page) return;
  coup.dataset.step = page.dataset.step;
  coup.querySelector("[data-felt]").innerHTML = page.querySelector("[data-part=felt]").innerHTML;
  coup.querySelector("[data-now-shown]").innerHTML = page.querySelector(WORDS).innerHTML;
  if (tries && coup.isConnected && !coup.querySelector("[data-felt] .felt")) setTimeout(retry, AGAIN, coup, coup.dataset.step, tries - 1);
  const [back, on] = coup.querySelectorAll("[data-goes]");
  back.disabled = Number(page.dataset.step) === 0;
  on.disabled = Number(page.dataset.step) === Number(page.dataset.count) - 1;
}

/** Show a step once more, unless another one is looked at meanwhile. */
function retry(coup, step, tries) {
  if (coup.dataset.step === step) show(coup, step, tries);
}

document.addEventListener("opened", ({ target }) => {
  const coup = target.querySelector("[data-again]");
  if (coup && !coup.dataset.step) show(coup, LAID);
});

document.addEventListener("click", ({ target }) => {
  const way = target.closest("[data-goes]");
  const coup = way?.closest("[data-again]");
  if (coup) show(coup, Number(coup.dataset.step) + Number(way.dataset.goes));
});
