//! Tiled: maps as XML or JSON with a tile set, and worlds.

use crate::error::Error;
use crate::job::{CampaignEntry, CampaignJob, Job, SideFile};
use std::io::Write;

/// Writes the map as XML.
pub(crate) fn write_tmx(_job: &Job<'_>, _to: &mut dyn Write) -> Result<Vec<SideFile>, Error> {
    Err(Error::invalid("not written yet"))
}

/// Writes the map as JSON.
pub(crate) fn write_tmj(_job: &Job<'_>, _to: &mut dyn Write) -> Result<Vec<SideFile>, Error> {
    Err(Error::invalid("not written yet"))
}

/// Writes all levels of a campaign.
pub(crate) fn write_campaign(
    _levels: &[CampaignEntry<'_>],
    _campaign: &CampaignJob<'_>,
    _stem: &str,
    _to: &mut dyn Write,
) -> Result<Vec<SideFile>, Error> {
    Err(Error::invalid("not written yet"))
}
