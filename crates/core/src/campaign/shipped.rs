//! Campaigns that Mapwright ships: the files of `campaigns/`, embedded.

use crate::base::shipped::{ShippedFile, shipped};
use crate::campaign::Campaign;

/// Default campaign.
pub const DEFAULT: &str = "descent";

/// All shipped campaigns, in alphabetical order.
pub static ALL: &[ShippedFile<Campaign>] = shipped!("campaigns");

/// Returns the campaign with this name.
pub fn find(name: &str) -> Option<&'static ShippedFile<Campaign>> {
    ShippedFile::find(ALL, name)
}

impl ShippedFile<Campaign> {
    /// Parses the campaign.
    pub fn campaign(&self) -> Campaign {
        Campaign::from_toml(self.text).expect("a test reads every shipped campaign")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry;

    #[test]
    fn every_campaign_is_complete() {
        for shipped in ALL {
            let name = shipped.name;
            let campaign = Campaign::from_toml(shipped.text).unwrap_or_else(|error| panic!("{name}: {error}"));
            campaign.plan(registry::ALL).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(!campaign.title.is_empty() && !campaign.summary.is_empty(), "{name} says what it is");
        }
        assert!(ALL.is_sorted_by_key(|campaign| campaign.name) && find(DEFAULT).is_some());
    }
}
