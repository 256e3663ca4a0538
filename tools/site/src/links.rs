//! Links that lead nowhere.

use std::path::Path;

use crate::Documents;

/// One line for each, with the file and line it stands in.
pub fn faults(root: &Path, documents: &Documents) -> Vec<String> {
    let mut faults = Vec::new();
    for (path, document) in documents {
        for link in &document.links {
            let Some(file) = &link.file else { continue };
            let at = format!("{path}:{}: `{}`", link.line, link.written);
            if !root.join(file).exists() {
                faults.push(format!("{at}: there is no {file}"));
                continue;
            }
            let (Some(anchor), Some(target)) = (&link.anchor, documents.get(file)) else {
                continue;
            };
            if !target.anchors.contains(anchor) {
                faults.push(format!("{at}: {file} has no heading of that name"));
            }
        }
    }
    faults
}
