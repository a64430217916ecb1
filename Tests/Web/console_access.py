"""That everybody can work with the console: axe on every page in both appearances, a phone's width, the keyboard alone."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

RULES = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}}


def places(bench):
    return [
        "/cases?view=todo", "/cases?view=all", f"/case/{bench.cases['half']}", f"/case/{bench.cases['good']}", "/settings",
        "/accounts", "/clients", "/webhooks", "/blocked", "/privacy", "/audit", "/own",
    ]


def judge(page, where, found):
    for fault in Axe().run(page, options=RULES).response["violations"]:
        targets = [node["target"][0] for node in fault["nodes"][:3]]
        found.append((fault["impact"], f"{where}: {fault['id']} ({fault['impact']}) {targets}"))


def axe_finds_nothing_serious(bench):
    found = []
    for scheme in ["light", "dark"]:
        page = bench.page(color_scheme=scheme)
        judge(page, f"sign-in {scheme}", found)
        page = bench.page("admin", color_scheme=scheme)
        for place in places(bench):
            bench.go(page, place)
            page.wait_for_timeout(700)
            judge(page, f"{place} {scheme}", found)
            if scheme == "dark" and place.startswith("/case/"):
                bench.shot(page, "20-dark")
        bench.go(page, f"/case/{bench.cases['half']}")
        page.get_by_role("button", name="Decline").click()
        judge(page, f"dialog {scheme}", found)
        page.keyboard.press("Escape")
        bench.close()
    serious = [words for impact, words in found if impact in ("serious", "critical")]
    assert not serious, "\n".join(serious)
    return f"{2 * (len(places(bench)) + 2)} looks, {len(found)} lesser faults {[words for _, words in found]}"


def a_phone_is_wide_enough(bench):
    page = bench.page("admin")
    page.set_viewport_size({"width": 360, "height": 740})
    wide = []
    for place in places(bench):
        bench.go(page, place)
        page.wait_for_timeout(500)
        over = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        if over > 0:
            wide.append((place, over))
        if place in ("/cases?view=all", "/settings") or bench.cases["half"] in place:
            bench.shot(page, "21-phone-" + place.strip("/").split("?")[0].split("/")[0])
    assert not wide, wide


def the_keyboard_is_enough(bench):
    """From the sign-in to a decision without a mouse; focus is always to be seen."""
    page = bench.page()
    expect(page.get_by_label("Name")).to_be_focused()
    page.keyboard.type("deniz")
    page.keyboard.press("Tab")
    page.keyboard.type(bench.passwords["deniz"])
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Cases")
    expect(page.get_by_role("heading", level=1)).to_be_focused()

    def reach(name, most=60):
        for _ in range(most):
            page.keyboard.press("Tab")
            seen = page.evaluate("""() => {
              const node = document.activeElement;
              if (node === document.body) return ['', true];
              const style = getComputedStyle(node);
              const words = node.getAttribute('aria-label') ?? node.textContent.trim();
              return [words || node.outerHTML.slice(0, 120), style.outlineStyle !== 'none' || node.tagName === 'VIDEO'];
            }""")
            assert seen[1], f"no visible focus on {seen[0]!r}"
            if seen[0] == name:
                return
        raise AssertionError(f"{name!r} cannot be reached")

    reach("All cases")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="REF-other-1042")).to_be_visible()
    reach("REF-other-1042")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("REF-other-1042")
    reach("Approve", 20)
    page.keyboard.press("Enter")
    note = page.get_by_label("Note")
    expect(note).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Approve")).to_be_focused()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Keyboard shortcuts")
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    page.keyboard.press("l")
    expect(page.get_by_role("heading", level=1)).to_have_text("Cases")
    page.keyboard.press("/")
    expect(page.get_by_label("Reference")).to_be_focused()
    page.keyboard.type("ad")  # letters in a field are no shortcuts
    expect(page.get_by_label("Reference")).to_have_value("ad")


CHECKS = [axe_finds_nothing_serious, a_phone_is_wide_enough, the_keyboard_is_enough]
