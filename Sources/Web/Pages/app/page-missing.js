// The page for an address that has none.

import { element } from "./dom.js";
import { t } from "./words.js";

export function mount(root) {
    root.append(element("header", { class: "page-head" }, element("h1", { tabindex: "-1", text: t("page-missing") })),
        element("p", {}, element("bdi", { text: location.pathname })), element("p", {}, element("a", { href: "/", text: t("missing-way") })));
    return {};
}
