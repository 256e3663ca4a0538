//! The threads of a table with others.

use std::sync::Arc;

use anyhow::Result;
use tokio::runtime::Runtime;

/// Where network tasks run. A bot that is still thinking is not waited for.
pub struct Workers(Option<Runtime>);

impl Workers {
    /// Threads of their own.
    pub fn start() -> Result<Arc<Self>> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()?;
        Ok(Arc::new(Self(Some(runtime))))
    }

    /// Where tasks are spawned.
    pub fn runtime(&self) -> &Runtime {
        self.0.as_ref().expect("there until it is dropped")
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}
