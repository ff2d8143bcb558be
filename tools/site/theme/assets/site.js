// site.js: what can be scrolled sideways can be reached with the keyboard: wide tables, which the theme puts into a box of
// their own once the page is there, and long lines of code.
function reachable() {
    for (const each of document.querySelectorAll(".md-typeset__scrollwrap, .highlight code")) {
        if (each.scrollWidth > each.clientWidth) {
            each.tabIndex = 0;
        } else {
            each.removeAttribute("tabindex");
        }
    }
}
addEventListener("load", reachable);
addEventListener("resize", reachable);
