"""The screens on which pages are looked at, and what no page may do on any of them."""

SCREENS = {
    "tablet": (1280, 800),
    "display": (1920, 1080),
    "phone": (390, 844),
    "upright": (768, 1024),
    "narrow": (320, 640),
}
LOOKS = [("tablet", "it"), ("phone", "en"), *((screen, "de") for screen in SCREENS)]
"""Every screen in the language that is longest, and a screen in each of the others."""
# Elements that stick out of the page to the right, but for what lies in a box that scrolls by itself.
STICKING_OUT = """() => [...document.querySelectorAll("body *")]
  .filter(one => !one.closest(".wide, .unseen") && one.getBoundingClientRect().right > innerWidth + 1)
  .map(one => one.outerHTML.slice(0, 90))"""
# What a finger could miss; the card of a house is a link as a whole, by a layer of its own over it.
SMALL_TARGETS = """() => [...document.querySelectorAll("a:not(.house-head a), button, summary")]
  .map(one => [one.textContent.trim(), one.getBoundingClientRect()])
  .filter(([, box]) => box.width && box.height < 43.5 && box.top >= 0)
  .map(([text]) => text)"""
SCROLLS = (
    "() => document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth"
)
SHEET_SCROLLS = (
    "() => [...document.querySelectorAll('dialog[open]')].some(one => one.scrollHeight > one.clientHeight + 1)"
)
# What a finger could miss on a sheet.
SMALL_ON_SHEETS = """() => [...document.querySelectorAll("dialog[open]")]
  .flatMap(sheet => [...sheet.querySelectorAll("button, .pick, .lie-card label, summary, select")])
  .filter(one => one.checkVisibility())
  .map(one => [one.textContent.trim(), one.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.height < 43.5 || box.width < 43.5)).map(([text]) => text)"""
