import Testing

/// Every seed that ever showed a mistake, with what it was. They stay, so that it does not come back.
struct FoundBySeedTests {}
