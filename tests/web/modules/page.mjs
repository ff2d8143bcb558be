// page.mjs: as much of a browser's page as the viewer's modules use: elements with attributes, text, classes and listeners.
// It has no layout and no picture; those are tested in Chromium. Import it before a module that makes elements.

/** What a test may look at: where the page was scrolled to, and what is to be done with the next frame. */
export const page = { shownElements: [], frames: [], focused: undefined, dark: false, reducedMotion: false, media: {} };

const REFLECTED = { checked: "checked", open: "open", hidden: "hidden", value: "value", id: "id", href: "href", tabIndex: "tabindex" };
const BOOLEAN = new Set(["checked", "open", "hidden"]);

class TextNode {
    constructor(text) {
        this.textContent = String(text);
    }
}

export class Element extends EventTarget {
    constructor(tag) {
        super();
        this.tag = tag;
        this.attributes = new Map();
        this.childNodes = [];
        this.parentElement = null;
        this.scrollTop = 0;
        [this.clientWidth, this.clientHeight] = [400, 200];
        this.style = { setProperty: (name, value) => { this.style[name] = value; } };
        this.top = 0; // of the rectangle that a test gives it
    }

    get children() { return this.childNodes.filter((each) => each instanceof Element); }
    get textContent() { return this.childNodes.map((each) => each.textContent).join(""); }
    set textContent(text) { this.replaceChildren(...text === "" ? [] : [text]); }
    get className() { return this.getAttribute("class") ?? ""; }
    get isConnected() { return this === document.body || (this.parentElement?.isConnected ?? false); }

    get classList() {
        const names = () => this.className.split(" ").filter(Boolean);
        const write = (all) => this.setAttribute("class", all.join(" "));
        return {
            contains: (name) => names().includes(name), add: (name) => write([...new Set([...names(), name])]),
            remove: (name) => write(names().filter((each) => each !== name)),
            toggle: (name, wanted = !names().includes(name)) => {
                write(wanted ? [...new Set([...names(), name])] : names().filter((each) => each !== name));
                return wanted;
            } };
    }

    get dataset() {
        return Object.fromEntries([...this.attributes].filter(([name]) => name.startsWith("data-")).map(([name, value]) => [name.slice(5), value]));
    }

    setAttribute(name, value) { this.attributes.set(name, String(value)); }
    getAttribute(name) { return this.attributes.get(name) ?? null; }
    removeAttribute(name) { this.attributes.delete(name); }

    append(...nodes) { this.#insert(this.childNodes.length, nodes); }

    prepend(...nodes) { this.#insert(0, nodes); }
    after(...nodes) { this.parentElement.#insert(this.parentElement.childNodes.indexOf(this) + 1, nodes); }
    before(...nodes) { this.parentElement.#insert(this.parentElement.childNodes.indexOf(this), nodes); }

    #insert(at, nodes) {
        for (const node of nodes) {
            node.remove?.();
            if (node instanceof Element) {
                node.parentElement = this;
            }
        }
        this.childNodes.splice(at, 0, ...nodes.map((node) => node instanceof Element || node instanceof TextNode ? node : new TextNode(node)));
    }

    remove() {
        this.parentElement?.childNodes.splice(this.parentElement.childNodes.indexOf(this), 1);
        this.parentElement = null;
    }

    replaceChildren(...nodes) {
        [...this.children].forEach((each) => each.remove());
        this.childNodes = [];
        this.append(...nodes);
    }

    /** Whether a selector of tag, classes and attributes means it: `button.tab[aria-selected=true]`. */
    matches(selector) {
        const [, tag] = /^([\w-]*)/.exec(selector);
        return (tag === "" || tag === this.tag) && [...selector.matchAll(/\.([\w-]+)/g)].every(([, name]) => this.classList.contains(name)) &&
            [...selector.matchAll(/\[([\w-]+)(?:=([^\]]*))?\]/g)].every(([, name, value]) =>
                this.attributes.has(name) && (value === undefined || this.getAttribute(name) === value));
    }

    /** Words of a selector lead from element to element: `.tools button`. */
    querySelectorAll(selector) {
        const words = selector.split(" "), last = words.pop();
        const isWithin = (each) => words.reduceRight((at, word) => at?.parentElement?.closest(word), each) != null;
        return this.#descendants().filter((each) => each.matches(last) && isWithin(each));
    }

    #descendants() { return this.children.flatMap((each) => [each, ...each.#descendants()]); }

    querySelector(selector) { return this.querySelectorAll(selector)[0] ?? null; }
    closest(selector) { return this.matches(selector) ? this : this.parentElement?.closest(selector) ?? null; }
    checkVisibility() { return !this.hidden && (this.parentElement?.checkVisibility() ?? true); }

    getBoundingClientRect() { return { top: this.top, bottom: this.top + this.clientHeight, height: this.clientHeight }; }
    scrollIntoView(how) { page.shownElements.push([this, how.block]); }
    focus() { page.focused = this; }
    click() { this.dispatchEvent(new Event("click")); }
    setPointerCapture(pointer) { this.captured = pointer; }

    /** Sends an event with these properties. Returns it. */
    send(name, properties = {}) {
        const event = Object.assign(new Event(name, { cancelable: true }), properties);
        this.dispatchEvent(event);
        return event;
    }
}

for (const [property, name] of Object.entries(REFLECTED)) {
    Object.defineProperty(Element.prototype, property, {
        get() { return BOOLEAN.has(property) ? this.attributes.has(name) : this.getAttribute(name) ?? (this.tag === "select" ? this.chosenValue : ""); },
        set(value) {
            if (BOOLEAN.has(property) && !value) {
                this.removeAttribute(name);
            } else {
                this.setAttribute(name, value === true ? "" : value);
            }
        } });
}

class InputElement extends Element {}
class DetailsElement extends Element {
    set open(wanted) {
        if (wanted !== this.open) {
            wanted ? this.setAttribute("open", "") : this.removeAttribute("open");
            this.dispatchEvent(new Event("toggle"));
        }
    }

    get open() { return this.attributes.has("open"); }
}
class DialogElement extends Element {
    showModal() { this.open = true; }
}
class SelectElement extends Element {
    get chosenValue() { return (this.querySelectorAll("[selected]").at(-1) ?? this.querySelector("option"))?.getAttribute("value") ?? ""; }
}
class CanvasElement extends Element {
    constructor(tag) {
        super(tag);
        [this.width, this.height] = [300, 150];
    }

    getContext(kind, how) { return page.contexts?.[kind]?.(this, how) ?? null; }
}

const KINDS = { input: InputElement, details: DetailsElement, dialog: DialogElement, select: SelectElement, canvas: CanvasElement };
const make = (tag) => new (KINDS[tag] ?? Element)(tag);

/** Runs what waits for the next frame. @param {number} now in milliseconds */
export function nextFrame(now = 0) {
    page.frames.splice(0).forEach((each) => each(now));
}

/** Waits until something is so, but not for ever. @param {() => boolean} isSo */
export async function until(isSo) {
    for (const begun = Date.now(); !isSo() && Date.now() < begun + 3000;) {
        await new Promise((done) => setTimeout(done, 1));
    }
}

const body = make("body");
const COLOURS = { "--surface-3d": "#8090a0", "--back-3d": "#ff0000", "--mark": "#e02080", "--line-3d": "#d0d0d0", "--canvas": "#ffffff",
    "--warm-3d": "#ff8000", "--accent": "#0000ff", "--layer-3d": "#00ff80" };
Object.assign(globalThis, {
    document: Object.assign(new EventTarget(), { body, documentElement: make("html"), createElement: make, createElementNS: (_, tag) => make(tag),
        createTextNode: (text) => new TextNode(text) }),
    window: new EventTarget(), innerHeight: 800, location: { hash: "" }, history: { replaceState: (_state, _title, address) => { page.address = address; } },
    HTMLElement: Element, HTMLInputElement: InputElement, HTMLSelectElement: SelectElement, HTMLDetailsElement: DetailsElement,
    requestAnimationFrame: (then) => page.frames.push(then),
    ResizeObserver: class { constructor(then) { this.then = then; } observe(each) { each.resize = this.then; } },
    IntersectionObserver: class { constructor(then) { this.then = then; } observe(each) { page.onSight = (isIntersecting) => this.then([{ target: each, isIntersecting }]); } },
    matchMedia: (query) => {
        const matches = /motion/.test(query) ? page.reducedMotion : page.dark;
        return page.media[query] = Object.assign(new EventTarget(), { matches });
    },
    getComputedStyle: () => ({ getPropertyValue: (name) => ` ${COLOURS[name]}` }) });
