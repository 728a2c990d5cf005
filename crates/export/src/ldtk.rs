//! LDtk: projects with the levels of a campaign.

use crate::error::Error;
use crate::job::{CampaignEntry, CampaignJob, Job, SideFile};
use std::io::Write;

/// Writes the map.
pub(crate) fn write(_job: &Job<'_>, _to: &mut dyn Write) -> Result<Vec<SideFile>, Error> {
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
