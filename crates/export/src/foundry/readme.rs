//! The README files of the archives: three steps each.

/// Returns the README beside a scene.
pub(crate) fn scene(title: &str, folder: &str, file: &str, is_for_players: bool) -> String {
    let steps = lines(&[
        title,
        "",
        "This is a scene for Foundry VTT 13 or newer.",
        "",
        "1. Unpack this archive into the Data folder of your Foundry VTT user data, so that the picture is at",
        &format!("   Data/{folder}/{file}.png"),
        "2. Start your world, open the Scenes tab and create a scene. Close its settings.",
        &format!("3. Right-click the scene, choose Import Data, and choose {file}.json."),
        "",
        "Walls, doors and lights are in place.",
    ]);
    if is_for_players {
        return steps;
    }
    steps
        + &lines(&[
            "Secret doors are visible to game masters only.",
            "Notes of a scene without a journal are visible to players who see their place: delete those that tell too",
            "much, or use the module (--as foundry-module), where notes open a journal that players cannot read.",
        ])
}

/// Returns the README of a module.
pub(crate) fn module(title: &str, id: &str, is_campaign: bool) -> String {
    let scenes = if is_campaign { "the scenes" } else { "the scene" };
    lines(&[
        title,
        "",
        "This is a module for Foundry VTT 12 or newer.",
        "",
        "1. Unpack this archive into the folder Data/modules of your Foundry VTT user data, so that there is",
        &format!("   Data/modules/{id}/module.json"),
        "2. Start your world, choose Manage Modules in the settings, and switch the module on.",
        &format!("3. Open the Compendium tab and import the journal, then {scenes}, each with a right-click on its"),
        "   compendium, Import All Content. Check Keep Document IDs both times: the notes on a scene open the journal.",
        "",
        "The folder packs/_source has the same documents as JSON, for the packer of Foundry VTT (fvtt package pack).",
    ])
}

fn lines(lines: &[&str]) -> String {
    lines.iter().flat_map(|line| [line, "\n"]).collect()
}
