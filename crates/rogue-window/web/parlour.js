// What a page of Parlour adds to the loader: storage, clipboard, clock, files.
// The program in the page asks for all of it by plain function calls; nothing
// here talks to a server.
"use strict";

(function () {
    const FILES = "parlour/file/";
    const SHEET = "parlour/kept/sight";
    let typing = false;
    // Which of the kept drawings is this tab's; the first has no number.
    let own = 0;

    // Every tab keeps its drawing under a key of its own: the first that no other tab
    // holds. The browser takes the lock back from a tab that goes, however it goes.
    function claim(number, then) {
        if (!navigator.locks) {
            then();
            return;
        }
        let answered = false;
        navigator.locks.request(SHEET + "/" + number, { ifAvailable: true }, function (lock) {
            answered = true;
            if (!lock) {
                claim(number + 1, then);
                return;
            }
            own = number;
            then();
            return new Promise(function () {});
        }).catch(function () {
            if (!answered) { then(); }
        });
    }

    function named(key) {
        return key === SHEET && own > 0 ? SHEET + "/" + own : key;
    }

    function remember(key, value) {
        try {
            localStorage.setItem(named(key), value);
            return true;
        } catch (error) {
            console.warn("the browser keeps no more: " + error.name);
            return false;
        }
    }

    function recall(key) {
        try {
            return localStorage.getItem(named(key));
        } catch (error) {
            return null;
        }
    }

    function download(name, text) {
        const link = document.createElement("a");
        link.href = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
        link.download = name.split(/[\\/]/).pop();
        link.click();
        setTimeout(function () { URL.revokeObjectURL(link.href); }, 10000);
    }

    // What the program keeps. Keys with a verb in front ask the page for more.
    function put(key, value) {
        if (key === "parlour/typing") {
            typing = value === "yes";
        } else if (key === "parlour/title") {
            document.title = value;
        } else if (key.startsWith("parlour/tell/")) {
            // For whoever stands around the program; nothing of it is kept.
            const what = key.slice("parlour/tell/".length);
            window.dispatchEvent(new CustomEvent("told", { detail: { what: what, value: value } }));
        } else if (key.startsWith("parlour/download/")) {
            download(key.slice("parlour/download/".length), value);
        } else {
            remember(key, value);
        }
    }

    function bytes_into_program(bytes) {
        const place = wasm_exports.allocate_vec_u8(bytes.length);
        new Uint8Array(wasm_memory.buffer, place, bytes.length).set(bytes);
        return place;
    }

    function hand_clipboard(text) {
        const bytes = new TextEncoder().encode(text);
        wasm_exports.on_clipboard_paste(bytes_into_program(bytes), bytes.length);
    }

    function hand_files(files) {
        wasm_exports.on_files_dropped_start();
        for (const file of files) {
            const name = new TextEncoder().encode(file.name);
            wasm_exports.on_file_dropped(
                bytes_into_program(name), name.length,
                bytes_into_program(file.bytes), file.bytes.length);
        }
        wasm_exports.on_files_dropped_finish();
        requestAnimationFrame(animation);
    }

    async function read_files(list) {
        const files = [];
        for (const file of Array.from(list)) {
            try {
                files.push({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
            } catch (error) {
                console.error(file.name + " cannot be read: " + error.message);
            }
        }
        hand_files(files);
    }

    miniquad_add_plugin({
        name: "quad_storage",
        version: 65536,
        register_plugin: function (importObject) {
            const env = importObject.env;
            env.quad_storage_length = function () { return localStorage.length; };
            env.quad_storage_has_key = function (i) {
                return Number(localStorage.key(i) !== null);
            };
            env.quad_storage_key = function (i) { return js_object(localStorage.key(i)); };
            env.quad_storage_has_value = function (key) {
                return Number(recall(get_js_object(key)) !== null);
            };
            env.quad_storage_get = function (key) {
                return js_object(recall(get_js_object(key)));
            };
            env.quad_storage_set = function (key, value) {
                put(get_js_object(key), get_js_object(value));
            };
            env.quad_storage_remove = function (key) {
                localStorage.removeItem(named(get_js_object(key)));
            };
            env.quad_storage_clear = function () { localStorage.clear(); };
            // The loader's clock counts milliseconds; queries take microseconds.
            env.now = function () {
                return (performance.timeOrigin + performance.now()) / 1000;
            };
            // The loader only answers the browser's own copy command; a plain key
            // copies too.
            env.sapp_set_clipboard = function (place, length) {
                const text = UTF8ToString(place, length);
                window.clipboard = text;
                if (navigator.clipboard) {
                    navigator.clipboard.writeText(text).catch(function () {});
                }
            };
        }
    });

    // Where files are opened, a plain V pastes: the clipboard is read first, then
    // the key goes in. Elsewhere V is a key like any other.
    window.addEventListener("keydown", function (event) {
        const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat;
        const pastes = document.getElementById("chooser") !== null && navigator.clipboard;
        if (event.code !== "KeyV" || !plain || typing || !pastes) {
            return;
        }
        event.stopImmediatePropagation();
        event.preventDefault();
        const letter = event.key.codePointAt(0);
        navigator.clipboard.readText()
            .then(hand_clipboard, function () {})
            .then(function () {
                wasm_exports.key_down(86, 0, false);
                wasm_exports.key_press(letter);
                wasm_exports.key_up(86, 0);
            });
    }, true);

    // The right button is the program's, and so is every key.
    window.addEventListener("load", function () {
        const canvas = document.getElementById("glcanvas");
        canvas.addEventListener("contextmenu", function (event) { event.preventDefault(); });
        canvas.addEventListener("mousedown", function () { canvas.focus(); });
        window.addEventListener("drop", function (event) {
            // In front of the loader's own, which draws nothing afterwards.
            event.preventDefault();
            event.stopImmediatePropagation();
            read_files(event.dataTransfer.files);
        }, true);
        // The loader hears of another size of the window alone.
        new ResizeObserver(function () {
            if (wasm_exports && window.onresize) {
                window.onresize();
                requestAnimationFrame(animation);
            }
        }).observe(canvas);
        const chooser = document.getElementById("chooser");
        if (chooser) {
            chooser.addEventListener("change", function () {
                read_files(chooser.files);
                chooser.value = "";
                canvas.focus();
            });
        }
        canvas.focus();
        const program = canvas.dataset.program;
        // The sheet is the sight editor's alone; nothing else waits for a lock.
        if (program.endsWith("sight.wasm")) {
            claim(0, function () { load(program); });
        } else {
            load(program);
        }
    });
})();
