"""What reviewers and admins do, from the sign-in to the end."""

import json
import re
import tarfile
import time

from playwright.sync_api import expect


def until(page, condition, seconds=60):
    """Waits until a condition holds. Playwright's own way evaluates texts, which the pages' policy forbids."""
    for _ in range(seconds * 10):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"never true: {condition}")


def wrong_password_is_told(bench):
    page = bench.page()
    page.get_by_label("Name").fill("admin")
    page.get_by_label("Password").fill("not the password")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert").first).to_contain_text("Name or password is wrong")
    expect(page.get_by_label("Password")).to_have_value("")
    bench.shot(page, "01-sign-in", full=False)


def a_case_is_found_seen_and_decided(bench):
    """And how long it takes."""
    page = bench.page("mira")
    started = time.time()
    expect(page.get_by_role("row")).to_have_count(3)  # the head, and the two that need a person
    bench.shot(page, "02-list")
    page.get_by_role("link", name="All cases").click()
    page.get_by_label("Reference").fill("REF-half-1042")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("row")).to_have_count(2)
    page.get_by_role("link", name="REF-half-1042").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("REF-half-1042")
    expect(page.get_by_role("list").filter(has_text="back_missing").first).to_be_visible()
    expect(page.locator(".document canvas")).to_have_count(1)
    until(page, "document.querySelector('video')?.readyState >= 2")
    until(page, """(() => { const canvas = document.querySelector('.faces canvas');
        return canvas.getContext('2d').getImageData(110, 130, 1, 1).data[3] === 255 })()""")
    page.wait_for_timeout(300)
    bench.shot(page, "03-case-review")
    page.keyboard.press("a")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Note")).to_be_focused()
    dialog.get_by_label("Note").press("Control+Enter")
    expect(dialog.get_by_role("alert")).to_have_text("Write a note.")
    dialog.get_by_label("Note").fill("The back was seen at the branch.")
    bench.shot(page, "04-decide", full=False)
    dialog.get_by_label("Note").press("Control+Enter")
    expect(page.locator("#says")).to_contain_text("Decided: Approved")
    took = time.time() - started
    found = bench.office.call("GET", f"/v1/review/sessions/{bench.cases['half']}", token=bench.office.admin)
    assert found["session"]["verdict"] == "approved", found["session"]
    assert found["notes"][0]["note"] == "The back was seen at the branch."
    assert took < 60, took
    return f"found, seen and decided in {took:.1f} s"


def an_override_needs_a_second_person(bench):
    session = bench.cases["good"]
    first = bench.page("deniz")
    bench.go(first, f"/case/{session}")
    expect(first.get_by_role("heading", level=1)).to_contain_text("Özge")
    until(first, "document.querySelector('video')?.readyState >= 2")
    first.wait_for_timeout(800)
    bench.shot(first, "05-case-approved")
    first.get_by_role("button", name="Decline").click()
    first.get_by_label("Suspected fraud").check()
    first.get_by_label("Note").fill("The signature is not hers.")
    first.get_by_role("dialog").get_by_role("button", name="Decide").click()
    expect(first.locator("#says")).to_contain_text("A second person has to confirm")
    # Nobody agrees with himself, also not when the page is left out.
    expect(first.get_by_text("You proposed this")).to_be_visible()
    expect(first.get_by_role("button", name="Confirm")).to_have_count(0)
    refused = first.evaluate("""async (path) => {
      const me = (await (await fetch('/v1/console/session')).json()).data;
      const found = (await (await fetch(path)).json()).data;
      const answer = await fetch(path + '/confirm', {method: 'POST', headers: {'Content-Type': 'application/json',
        'X-CSRF-Token': me.csrf}, body: JSON.stringify({proposal: found.proposals[0].id})});
      return (await answer.json()).code;
    }""", f"/v1/review/sessions/{session}")
    assert refused == "same_person", refused
    second = bench.page("admin")
    second.get_by_role("link", name="For a second person").click()
    expect(second.get_by_role("link", name="REF-good-1042")).to_be_visible()
    bench.shot(second, "06-waiting")
    second.get_by_role("link", name="REF-good-1042").click()
    second.get_by_role("button", name="Confirm").wait_for()
    bench.shot(second, "07-proposal", full=False)
    second.get_by_role("button", name="Confirm").click()
    second.get_by_role("dialog").get_by_role("button", name="Confirm").click()
    expect(second.locator("#says")).to_contain_text("The decision now is: Declined")
    expect(second.get_by_text("by deniz, confirmed by admin")).to_be_visible()
    expect(second.get_by_text("Chain is intact")).to_be_visible()


def settings_are_changed_with_a_preview(bench):
    page = bench.page("admin")
    bench.go(page, "/settings")
    page.get_by_label("Find a setting").fill("comparison.distance")
    value = page.get_by_label("comparison.distance.max")
    value.fill("7")
    page.get_by_role("button", name="Preview").click()
    expect(page.locator("#warns")).to_contain_text("Outside of its range: comparison.distance.max")
    # The specimen's similarity is 0.96: a distance of 0.04 or so.
    page.get_by_label("comparison.distance.min").fill("0.001")
    value.fill("0.002")
    page.get_by_role("button", name="Preview").click()
    sentence = page.locator(".preview .sum")
    sentence.wait_for()
    words = sentence.inner_text()
    cases, changed = int(re.search(r"Of (\d+) cases", words)[1]), int(re.search(r"(\d+) would change", words)[1])
    assert changed >= 2 and changed <= cases, words
    bench.shot(page, "08-settings-preview")
    page.get_by_label("Find a setting").fill("smile.above")
    page.get_by_label("liveness.smile.above").fill("0.8")
    page.get_by_role("button", name="Preview").click()
    expect(sentence).to_contain_text(re.compile(r"[1-9]\d* cannot be told"))
    page.get_by_role("button", name="Discard").click()
    expect(page.get_by_role("button", name="Save as new version")).to_be_disabled()
    page.get_by_label("Find a setting").fill("comparison.distance.max")
    page.get_by_label("comparison.distance.max").fill("0.65")
    bench.shot(page, "09-settings-change", full=False)
    page.get_by_role("button", name="Save as new version").click()
    page.get_by_role("dialog").get_by_role("button", name="Save as new version").click()
    expect(page.locator("#says")).to_contain_text("is in use for new sessions")
    now = bench.office.call("GET", "/v1/admin/settings/NewCustomer", token=bench.office.admin)
    values = {value["name"]: value["value"] for value in now["values"]}
    assert values["comparison.distance.max"] == 0.65 and values["comparison.distance.min"] == 0.5
    assert now["steps"], now["steps"]
    return words


def people_programs_and_webhooks(bench):
    page = bench.page("admin")
    bench.go(page, "/accounts")
    page.get_by_label("Name").fill("new.person")
    page.get_by_label("Password", exact=True).fill("a password that is long")
    page.get_by_role("button", name="Add").click()
    expect(page.locator("#says")).to_contain_text("new.person was added")
    page.get_by_label("Role of new.person").select_option("supervisor")
    expect(page.locator("#says")).to_contain_text("Saved")
    page.get_by_role("button", name="Disable new.person").click()
    expect(page.get_by_role("row").filter(has_text="new.person")).to_contain_text("disabled")
    bench.shot(page, "10-accounts")
    bench.go(page, "/clients")
    page.get_by_label("Name").fill("partner-app")
    page.get_by_role("button", name="Add").click()
    secret = page.get_by_role("textbox", name="Secret").input_value()
    assert len(secret) == 43
    bench.shot(page, "11-secret", full=False)
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    expect(page.get_by_role("row").filter(has_text="partner-app")).to_be_visible()
    assert secret not in page.content()
    bench.shot(page, "12-clients")
    bench.go(page, "/webhooks")
    page.get_by_label("Address").fill("http://127.0.0.1:9/hook")
    page.get_by_label("decision.made").check()
    page.get_by_role("button", name="Add").click()
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Deliveries to").click()
    expect(page.get_by_text("Nothing was sent yet.")).to_be_visible()
    bench.shot(page, "13-webhooks")
    page.get_by_role("button", name="Remove").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(page.get_by_text("No webhooks.")).to_be_visible()


def documents_are_blocked(bench):
    page = bench.page("admin")
    bench.go(page, "/blocked")
    page.get_by_label("Document number").fill("A12B34567")
    page.get_by_label("Reason").fill("reported as stolen")
    page.get_by_role("button", name="Add").click()
    row = page.get_by_role("row").filter(has_text="reported as stolen")
    expect(row).to_contain_text("admin")
    assert "A12B34567" not in page.content()
    bench.shot(page, "19-blocked")
    row.get_by_role("button").click()
    page.get_by_role("dialog").get_by_role("button", name="Take again").click()
    expect(page.get_by_text("No document is blocked.")).to_be_visible()


def a_case_is_exported(bench):
    page = bench.page("mira")
    bench.go(page, f"/case/{bench.cases['other']}")
    page.get_by_role("button", name="Export").wait_for()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Export").click()
    with tarfile.open(waiting.value.path()) as archive:
        names = archive.getnames()
        case = json.load(archive.extractfile("case.json"))
        audit = json.load(archive.extractfile("audit.json"))
        front = archive.extractfile("evidence/2-front.jpg").read(3)
    assert names[:3] == ["case.json", "audit.json", "evidence/1-selfie_video.mp4"], names
    assert case["session"]["id"] == bench.cases["other"] and front == b"\xff\xd8\xff"
    assert audit["isIntact"] and any(entry["action"] == "case.exported" for entry in audit["entries"])


def what_came_from_outside_is_never_run(bench):
    session = bench.cases["hostile"]
    page = bench.page("admin")
    page.get_by_role("link", name="All cases").click()
    expect(page.get_by_text("<img src=x onerror").first).to_be_visible()
    bench.go(page, f"/case/{session}")
    expect(page.get_by_role("heading", level=1)).to_contain_text("<img src=x")
    page.keyboard.press("d")
    page.get_by_label("Note").fill("<script>window.hacked='note'</script><img src=x onerror=\"window.hacked='note'\">")
    page.get_by_role("dialog").get_by_role("button", name="Decide").click()
    expect(page.locator("#says")).to_contain_text("Decided")
    for details in page.locator("details").all():
        details.evaluate("node => node.open = true")
    page.wait_for_timeout(500)
    bench.shot(page, "14-hostile")
    assert page.evaluate("window.hacked") is None
    inside = "#content script, #content img[src='x'], #content [onerror]"
    assert page.locator(inside).count() == 0
    bench.go(page, "/webhooks")
    page.get_by_label("Address").fill("http://127.0.0.1:9/?<script>window.hacked=1</script>")
    page.get_by_role("button", name="Add").click()
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    expect(page.get_by_role("rowheader").filter(has_text="<script>")).to_be_visible()
    assert page.evaluate("window.hacked") is None and page.locator(inside).count() == 0
    page.get_by_role("button", name="Remove").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()


def other_pages_cannot_act(bench):
    page = bench.page("admin")
    codes = page.evaluate("""async () => {
      const send = async (headers) => (await (await fetch('/v1/admin/audit/verify', {method: 'POST', headers})).json()).code;
      return [await send({}), await send({'X-CSRF-Token': 'x'.repeat(43)})];
    }""")
    assert codes == ["csrf_missing", "csrf_invalid"], codes
    cookies = page.context.cookies()
    assert len(cookies) == 1 and cookies[0]["httpOnly"] and cookies[0]["sameSite"] == "Strict", cookies
    assert page.evaluate("document.cookie") == ""
    # A frame of another page stays empty.
    policy = page.request.get(bench.office.address + "/console").headers["content-security-policy"]
    assert "frame-ancestors 'none'" in policy and "script-src 'self'" in policy and "unsafe" not in policy, policy
    assert page.evaluate("Object.keys(localStorage).every((key) => !/token|csrf/.test(key + localStorage[key]))")
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("heading", name="Sign in").wait_for()
    assert page.evaluate("fetch('/v1/console/session').then((answer) => answer.status)") == 401


def roles_see_what_is_theirs(bench):
    page = bench.page("mira")
    links = page.get_by_role("navigation", name="Main menu").get_by_role("link").all_inner_texts()
    assert links == ["Cases"], links
    bench.go(page, "/settings")
    expect(page.get_by_role("heading", level=1)).to_have_text("Not for your role")
    expect(page.get_by_text("audit chain")).to_have_count(0)


def turkish_is_whole(bench):
    """Every text of the English table is there, and the page is told to be Turkish."""
    page = bench.page("deniz")
    page.get_by_label("Language").select_option("tr")
    expect(page.get_by_role("heading", level=1)).to_have_text("Dosyalar")
    assert page.evaluate("document.documentElement.lang") == "tr"
    missing = page.evaluate("""async () => {
      const [{english}, {turkish}] = await Promise.all([import('/web/console/text-en.js'), import('/web/console/text-tr.js')]);
      return Object.keys(english).filter((key) => !(key in turkish));
    }""")
    assert missing == [], missing
    bench.go(page, f"/case/{bench.cases['half']}")
    page.wait_for_timeout(1500)
    bench.shot(page, "15-case-turkish")


def a_person_is_erased(bench):
    page = bench.page("admin")
    bench.go(page, f"/case/{bench.cases['hostile']}")
    page.get_by_role("link", name="Erase…").click()
    bench.shot(page, "16-privacy")
    page.get_by_role("button", name="Erase…").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Type").fill("something else")
    dialog.get_by_role("button", name="Erase for good").click()
    expect(dialog.get_by_role("alert")).to_have_text("That is not the same.")
    bench.shot(page, "17-erase", full=False)
    dialog.get_by_label("Type").fill(bench.cases["hostile"])
    dialog.get_by_role("button", name="Erase for good").click()
    expect(page.get_by_text("1 persons were erased.")).to_be_visible()
    bench.go(page, f"/case/{bench.cases['hostile']}")
    expect(page.locator("#warns")).not_to_be_empty()
    bench.go(page, "/audit")
    page.get_by_role("button", name="Check all chains").click()
    expect(page.get_by_text("chains are intact")).to_be_visible(timeout=60000)
    bench.shot(page, "18-audit", full=False)
    # The page of a person who is gone asks for what is not there.
    bench.faults = [fault for fault in bench.faults if "404" not in fault and "410" not in fault]


CHECKS = [
    wrong_password_is_told, a_case_is_found_seen_and_decided, an_override_needs_a_second_person,
    settings_are_changed_with_a_preview, people_programs_and_webhooks, documents_are_blocked, a_case_is_exported, other_pages_cannot_act,
    roles_see_what_is_theirs, turkish_is_whole, what_came_from_outside_is_never_run, a_person_is_erased,
]
